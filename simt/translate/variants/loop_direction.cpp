#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {

VariantWriter::OtherDirection VariantWriter::other_direction(std::size_t begin, std::size_t first, std::size_t second,
                                                             std::size_t close) {
  // `int j = 0; j < 4; ++j`
  std::size_t sign = begin;
  while (first != none && sign < first && !code_.is(sign, "=")) ++sign;
  const bool is_head = second != none && sign > begin && sign + 1 < first && first + 3 < second && close == second + 3;
  if (!is_head || !is_device_ || is_slow_ || !is_open(begin) || !is_open(first + 1) || !is_open(second + 1)) return {};
  const std::string counter = code_[sign - 1].text, step = code_[second + 1].text + code_[second + 2].text;
  const Variable* const variable = find(counter);
  const bool is_number = std::any_of(integers.begin(), integers.end(), [&](std::string_view type) {
    return sign > begin + 1 && code_.is(sign - 2, type);
  });
  const bool goes_up = step == "++" + counter || step == counter + "++";
  const bool goes_down = step == "--" + counter || step == counter + "--";
  const std::string& asked = code_[first + 2].text;
  const bool is_end = goes_up ? asked == "<" || asked == "<=" : goes_down && (asked == ">" || asked == ">=");
  if (!is_end || (!is_number && (variable == nullptr || variable->kind != TypeClass::integer)) ||
      !code_.is(first + 1, counter) || next_comma(code_, begin, first) != first || !is_known_here(sign + 1, first) ||
      !is_known_here(first + 3, second))
    return {};
  const std::size_t end = end_of_statement(code_, close + 1);
  std::set<std::string> fixed = names_in(sign + 1, first);
  fixed.merge(names_in(first + 3, second));
  fixed.insert(counter);
  for (std::size_t k = sign + 1; k < second; ++k) {
    if (code_.is(k, "&&") || code_.is(k, "||") || code_.is(k, "?") || (k > first + 2 && is_assignment(code_, k)))
      return {};
  }
  for (std::size_t k = close + 1; k < end; ++k) {
    if (fixed.contains(code_[k].text) && is_changed(code_, k, k)) return {};
  }
  if (!depends_on_order(close + 1, end, counter) || !has_room(1)) return {};
  const int variant = add(ChangeKind::other_direction, code_[begin].line, counter, goes_up ? "down" : "up");
  const std::string in_variant = "simt_variants::is(" + std::to_string(variant) + ") ? ";
  const std::string start = code_.text(sign + 1, first), limit = code_.text(first + 3, second);
  const std::string last = asked.size() == 2 ? "" : goes_up ? " - 1" : " + 1";
  OtherDirection found;
  found.value = sign + 1;
  found.start = in_variant + "static_cast<int>((" + limit + ")" + last + ") : ";
  found.condition = in_variant + "int(" + counter + ") " + (goes_up ? ">=" : "<=") + " int(" + start + ") : ";
  found.step = in_variant + "(void)(" + (goes_up ? "--" : "++") + counter + ") : (void)(";
  return found;
}

bool VariantWriter::depends_on_order(std::size_t begin, std::size_t end, const std::string& counter) const {
  std::map<std::string, std::set<std::string>> signs;           // of each variable that gets values
  std::map<std::string, std::size_t> own_uses;                  // those in its own assignments
  std::map<std::string, std::set<std::string>> stored, loaded;  // indices, by the array
  for (std::size_t k = begin; k < end; ++k) {
    if (code_[k].kind != TokenKind::identifier || code_.is(k - 1, ".") || code_.is(k - 1, "->")) continue;
    const std::string& name = code_[k].text;
    std::size_t last = k;
    while (code_.is(last + 1, "[") && code_.partner(last + 1) != none) last = code_.partner(last + 1);
    const bool is_stored = is_assignment(code_, last + 1);
    if (last > k) {
      if (!names_in(k + 1, last + 1).contains(counter)) continue;
      const std::string index = code_.text(k + 1, last + 1);
      if (is_stored) stored[name].insert(index);
      if (!code_.is(last + 1, "=")) loaded[name].insert(index);
      continue;
    }
    const bool is_first = code_.is(k - 1, ";") || code_.is(k - 1, "{") || code_.is(k - 1, "}") || code_.is(k - 1, ")");
    if (!is_stored || !is_first || find(name) == nullptr) continue;
    if (code_.is(k + 1, "<<=") || code_.is(k + 1, ">>=")) return true;
    signs[name].insert(code_[k + 1].text);
    ++own_uses[name];
    for (std::size_t at = k + 2; at < semicolon(code_, k); ++at) {
      if (!code_.is(at, name)) continue;
      ++own_uses[name];
      if (is_used_in_order(at)) return true;
    }
  }
  for (const auto& [name, all] : signs) {
    // What is added up may also be stored, or asked for, in each round.
    std::size_t uses = 0;
    for (std::size_t k = begin; k < end; ++k) uses += code_.is(k, name) && !code_.is(k - 1, ".") ? 1 : 0;
    if (uses > own_uses[name] || (all.contains("*=") && all.size() > 1)) return true;
  }
  return std::any_of(stored.begin(), stored.end(), [&](const auto& array) {
    const std::set<std::string>& others = loaded[array.first];
    return std::any_of(array.second.begin(), array.second.end(), [&](const std::string& index) {
      return std::any_of(others.begin(), others.end(), [&](const std::string& other) { return other != index; });
    });
  });
}

bool VariantWriter::is_used_in_order(std::size_t i) const {
  constexpr std::array<std::string_view, 6> any_order{"min", "max", "fmin", "fmax", "fminf", "fmaxf"};
  // `four << 8`, `y * x`
  const bool is_right_shift = code_.is(i + 1, ">") && code_.is(i + 2, ">");
  if (code_.is(i + 1, "<<") || is_right_shift || code_.is(i + 1, "*") || code_.is(i - 1, "*")) return true;
  // `fmaf(y, x, c[k])`, and not `fmaf(a[k], b[k], y)`
  std::size_t open = i - 1;
  const bool is_argument =
      (code_.is(open, "(") || code_.is(open, ",")) && (code_.is(i + 1, ",") || code_.is(i + 1, ")"));
  if (!is_argument) return false;
  while (open > 0 && !code_.is(open, "("))
    open = code_.closes(open) && code_.partner(open) != none ? code_.partner(open) - 1 : open - 1;
  const std::string& name = code_[open - 1].text;
  if (code_[open - 1].kind != TokenKind::identifier || is_one_of(name, any_order)) return false;
  return name.find("fma") == std::string::npos || code_.is(i + 1, ",");
}

}  // namespace simt::detail

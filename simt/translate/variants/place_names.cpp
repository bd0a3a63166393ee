#include "simt/translate/variants/place_names.hpp"

#include <algorithm>
#include <string_view>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

std::size_t end_of_statement(const Code& code, std::size_t i) {
  while (i < code.size()) {
    if (code.is(i, "{") && code.partner(i) != none) return code.partner(i);
    const bool has_head = code.is(i, "if") || code.is(i, "for") || code.is(i, "while");
    const std::size_t open = code.is(i + 1, "constexpr") ? i + 2 : i + 1;
    if (!has_head || !code.is(open, "(") || code.partner(open) == none) return semicolon(code, i);
    const std::size_t end = end_of_statement(code, code.partner(open) + 1);
    if (!code.is(i, "if") || !code.is(end + 1, "else")) return end;
    i = end + 2;
  }
  return code.size() - 1;
}

PlaceNames::PlaceNames(const Code& code, const SourceIndex& index) : code_(code), index_(index) {
  find_scopes();
  find_values();
  follow(of_block_, "blockIdx");
  follow(of_thread_, "threadIdx");
}

bool PlaceNames::is_declared_at(std::size_t i) const {
  constexpr std::array<std::string_view, 3> no_types{"return", "else", "case"};
  if (i == 0 || code_[i].kind != TokenKind::identifier) return false;
  if (code_[i - 1].kind == TokenKind::identifier) return !is_one_of(code_[i - 1].text, no_types);
  // `float4* p = …`, and not `*p = …`
  const bool is_pointer = code_.is(i - 1, "*") || code_.is(i - 1, "&");
  if (is_pointer) return i > 1 && (code_[i - 2].kind == TokenKind::identifier || code_.is(i - 2, ">"));
  if (!code_.is(i - 1, ",")) return false;
  std::size_t first = i - 1;
  while (first > 0 && !code_.is(first, ";") && !code_.is(first, "{") && !code_.is(first, "}") && !code_.is(first, "("))
    first = code_.closes(first) && code_.partner(first) != none ? code_.partner(first) - 1 : first - 1;
  return is_declaration(code_, first + 1);
}

void PlaceNames::find_scopes() {
  std::vector<std::size_t> open;  // braces, and brackets of `for (…)`
  for (std::size_t i = 0; i < code_.size(); ++i) {
    while (!open.empty()) {
      const std::size_t last =
          code_.is(open.back(), "{") ? code_.partner(open.back()) : end_of_statement(code_, open.back() - 1);
      if (i <= last) break;
      open.pop_back();
    }
    const bool is_head = code_.is(i, "(") && code_.is(i - 1, "for");
    if ((code_.is(i, "{") || is_head) && code_.partner(i) != none) open.push_back(i);
    const bool has_value = code_.is(i + 1, "=") || (code_.is(i + 1, "{") && i > 0 && code_.is(i - 1, "int"));
    if (open.empty() || !has_value || !is_declared_at(i)) continue;
    const std::size_t around = open.back();
    const std::size_t end = code_.is(around, "{") ? code_.partner(around) : end_of_statement(code_, around - 1);
    scopes_.push_back({code_[i].text, i, end});
  }
}

PlaceNames::Name PlaceNames::name_at(const std::string& name, std::size_t i) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (scope->begin <= i && i <= scope->end && scope->name == name) return {scope->name, scope->begin};
  }
  const SourceFunction* const function = index_.function_around(code_[i].line);
  return {name, none - (function == nullptr ? 0 : static_cast<std::size_t>(function->first_line))};
}

void PlaceNames::find_values() {
  for (std::size_t i = 1; i + 1 < code_.size(); ++i) {
    find_arguments(i);
    const bool is_list = code_.is(i, "{") && code_.is(i - 2, "int");
    if (!is_assignment(code_, i) && !is_list) continue;
    std::size_t target = i - 1;
    while (target > 0 && code_.is(target, "]") && code_.partner(target) != none) target = code_.partner(target) - 1;
    while (target > 1 && (code_.is(target - 1, ".") || code_.is(target - 1, "->"))) target -= 2;
    std::size_t end = i + 1;
    while (end < code_.size() && !code_.is(end, ";") && !code_.is(end, ",") && !code_.closes(end))
      end = code_.opens(end) && code_.partner(end) != none ? code_.partner(end) + 1 : end + 1;
    if (code_[target].kind == TokenKind::identifier) values_.push_back({name_at(target), i + 1, end});
  }
}

void PlaceNames::find_arguments(std::size_t i) {
  if (code_[i].kind != TokenKind::identifier) return;
  const std::size_t close_of_template = template_end(code_, i + 1, code_.size());
  const std::size_t open = close_of_template == none ? i + 1 : close_of_template + 1;
  if (!code_.is(open, "(") || code_.partner(open) == none) return;
  for (const SourceFunction& function : index_.functions) {
    if (function.name != code_[i].text || function.is_kernel) continue;
    std::size_t begin = open + 1;
    for (const SourceParameter& parameter : function.named) {
      if (begin >= code_.partner(open)) break;
      const std::size_t end = next_comma(code_, begin, code_.partner(open));
      values_.push_back({{parameter.name, none - static_cast<std::size_t>(function.first_line)}, begin, end});
      begin = end + 1;
    }
  }
}

bool PlaceNames::contains(const std::set<Name>& names, std::size_t i) const {
  const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
  return code_[i].kind == TokenKind::identifier && !is_member && names.contains(name_at(i));
}

void PlaceNames::follow(std::set<Name>& names, std::string_view place) const {
  constexpr int most_rounds = 8;  // a value passes through so many others, written in any order
  for (int round = 0; round < most_rounds; ++round) {
    const std::size_t before = names.size();
    for (const Value& value : values_) {
      if (names.contains(value.name)) continue;
      for (std::size_t i = value.begin; i < value.end; ++i) {
        if (!code_.is(i, place) && !contains(names, i)) continue;
        names.insert(value.name);
        break;
      }
    }
    if (names.size() == before) return;
  }
}

}  // namespace simt::detail

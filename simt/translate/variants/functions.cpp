// Another function of the same kind: the smaller of two in place of the larger one, or one of the file with the same
// types.
#include <algorithm>
#include <array>
#include <utility>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

/// CUDA's functions that take the same arguments, and are taken for each other.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> pairs{{
    {"min", "max"},
    {"fminf", "fmaxf"},
    {"fmin", "fmax"},
    {"floorf", "ceilf"},
    {"atomicMin", "atomicMax"},
    {"atomicAdd", "atomicSub"},
    {"__shfl_up_sync", "__shfl_down_sync"},
}};

/// Words before a function that are no part of what it returns.
constexpr std::array<std::string_view, 4> not_of_type{"inline", "static", "constexpr", "extern"};

}  // namespace

std::string VariantWriter::function_like(const std::string& name) const {
  for (const auto& [one, other] : pairs) {
    if (name == one) return std::string(other);
    if (name == other) return std::string(one);
  }
  const auto own = std::find(alternatives_.begin(), alternatives_.end(), name);
  if (own == alternatives_.end()) return "";
  return own + 1 == alternatives_.end() ? alternatives_.front() : own[1];
}

std::string VariantWriter::types_of(const SourceFunction& function) const {
  std::size_t at = 0;
  while (at < code_.size() && code_[at].line < function.first_line) ++at;
  const std::size_t head = at;
  while (at < code_.size() && code_[at].line <= function.last_line && !code_.is(at, function.name)) ++at;
  const std::size_t close = code_.is(at + 1, "(") ? code_.partner(at + 1) : none;
  if (close == none) return "";
  std::string types;
  for (std::size_t i = head; i < at; ++i) {
    const bool is_about_linking = code_[i].text.starts_with("__") || is_one_of(code_[i].text, not_of_type);
    if (!is_about_linking) types += code_[i].text + " ";
  }
  for (std::size_t i = at + 2; i < close; ++i) {
    const bool is_name = code_[i].kind == TokenKind::identifier && (code_.is(i + 1, ",") || i + 1 == close);
    if (!is_name) types += code_[i].text + " ";
  }
  return types;
}

const std::string& VariantWriter::known_types_of(const SourceFunction& function) {
  const auto [known, is_new] = types_.try_emplace(function.first_line);
  if (is_new) known->second = types_of(function);
  return known->second;
}

std::string VariantWriter::own_function_like(const SourceFunction& called) {
  const std::string types = known_types_of(called);
  for (const SourceFunction& one : index_.functions) {
    const bool is_known = one.last_line < function_->first_line && one.parameters == called.parameters;
    if (is_known && !one.is_kernel && one.name != called.name && !types.empty() && known_types_of(one) == types)
      return one.name;
  }
  return "";
}

int VariantWriter::exchanged_calls(const std::string& name, const std::string& other) {
  const std::string& key = std::min(name, other);
  const auto known = exchanged_calls_.find(key);
  if (known != exchanged_calls_.end()) return known->second;
  // Where one of the two is never called, nothing is exchanged.
  int line = 0;
  bool has_other = false;
  for (std::size_t i = 0; i + 1 < code_.size(); ++i) {
    if (!code_.is(i + 1, "(")) continue;
    if (line == 0 && (code_.is(i, name) || code_.is(i, other))) line = code_[i].line;
    has_other = has_other || code_.is(i, other);
  }
  const int variant =
      has_other && has_room(1) ? add(ChangeKind::exchanged_names, line, name + "()", other + "()") : no_variant;
  exchanged_calls_.emplace(key, variant);
  return variant;
}

int VariantWriter::wherever_called(const std::string& name, const std::string& other) {
  const std::string key = std::to_string(function_->first_line) + " " + name;
  const auto known = exchanged_calls_.find(key);
  if (known != exchanged_calls_.end()) return known->second;
  int first = 0, last = 0, calls = 0;
  for (std::size_t i = 0; i + 1 < code_.size(); ++i) {
    if (!function_->has(code_[i].line) || !code_.is(i, name) || !code_.is(i + 1, "(")) continue;
    if (calls++ == 0) first = code_[i].line;
    last = code_[i].line;
  }
  const int variant =
      calls > 1 && has_room(1) ? add(ChangeKind::other_name, first, name + "()", other + "()", last) : no_variant;
  exchanged_calls_.emplace(key, variant);
  return variant;
}

std::string VariantWriter::offer_other_function(std::size_t i) {
  const std::string& name = code_[i].text;
  const auto own = std::find_if(index_.functions.begin(), index_.functions.end(),
                                [&](const SourceFunction& one) { return one.name == name; });
  const bool is_own = own != index_.functions.end();
  // A kernel and its launch are no call, nor is a function with its parameters.
  const bool is_call = !is_own || (!own->is_kernel && own->last_line < function_->first_line && own->parameters > 0);
  if (!is_call || is_slow_ || !is_open(i) || !has_room(3)) return "";
  const std::string other = is_own ? own_function_like(*own) : function_like(name);
  if (other.empty()) return "";
  const int both = exchanged_calls(name, other);
  const int variant = add(ChangeKind::other_name, code_[i].line, name + "()", other + "()");
  const int all = wherever_called(name, other);
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") || simt_variants::is(" + std::to_string(both) +
                ") || simt_variants::is(" + std::to_string(all) + ") ? " + other +
                code_.text(i + 1, code_.partner(i + 1) + 1) + " : ");
  return ")";
}

void VariantWriter::plan_exchanged_members(std::size_t open, std::size_t close) {
  for (std::size_t i = open + 1; i + 4 < close; ++i) {
    // `grid.x = …; grid.y = …;`
    const std::size_t end = semicolon(code_, i), second = end + 1;
    const auto sets_member = [&](std::size_t k) {
      return k + 3 < close && code_[k].kind == TokenKind::identifier && code_.is(k + 1, ".") && code_.is(k + 3, "=");
    };
    if (!sets_member(i) || second >= close || !sets_member(second) || !code_.is(second, code_[i].text)) continue;
    const std::size_t last = semicolon(code_, second);
    const auto names_of = [&](std::size_t begin, std::size_t stop) {
      std::vector<std::string> names;
      for (std::size_t k = begin + 4; k < stop && k < close; ++k) {
        const Variable* const variable = code_[k].kind == TokenKind::identifier ? find(code_[k].text) : nullptr;
        if (variable != nullptr && variable->kind == TypeClass::integer) names.push_back(variable->name);
      }
      return names;
    };
    const std::vector<std::string> here = names_of(i, end), there = names_of(second, last);
    if (here.size() != 1 || there.size() != 1 || here == there || !is_open(i) || !has_room(1)) continue;
    const int variant = add(ChangeKind::exchanged_here, code_[i].line, here[0], there[0], code_[second].line);
    exchanges_.push_back({here[0], there[0], variant, 0, i, last});
  }
}

}  // namespace simt::detail

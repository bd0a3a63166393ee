#include "simt/translate/global_variables.hpp"

#include <algorithm>
#include <array>

namespace simt::detail {
namespace {

template <std::size_t Count>
bool is_one_of(const Code& code, std::size_t i, const std::array<const char*, Count>& words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return code.is(i, word); });
}

constexpr std::array integer_words{"int",    "unsigned", "long",     "short",    "char",    "bool",
                                   "size_t", "signed",   "int8_t",   "int16_t",  "int32_t", "int64_t",
                                   "uint",   "uint8_t",  "uint16_t", "uint32_t", "uint64_t"};
constexpr std::array other_words{"float", "double", "auto", "float2", "float3", "float4"};
constexpr std::array no_types{"return", "else",   "case",  "goto",     "new",
                              "delete", "sizeof", "throw", "operator", "typename"};

bool is_type_word(const Code& code, std::size_t i) {
  return is_one_of(code, i, integer_words) || is_one_of(code, i, other_words);
}

bool is_identifier(const Code& code, std::size_t i) {
  return i >= code.first() && i < code.size() && code[i].kind == TokenKind::identifier;
}

}  // namespace

void GlobalVariables::pass(std::size_t i, bool is_in_class) {
  if (!is_identifier(code_, i)) return;
  if (!scopes_.in_function()) {
    const bool is_start = code_.is(i, "const") || code_.is(i, "constexpr") || code_.is(i, "__constant__");
    if (is_start) note_declaration(i, is_in_class);
    return;
  }
  note_local(i);
  if (!scopes_.in_device_function() || variables_.empty()) return;
  const auto found = variables_.find(code_[i].text);
  if (found == variables_.end() || locals_.contains(found->first)) return;
  if (code_.is(i - 1, ".") || code_.is(i - 1, "->")) return;
  if (found->second == Kind::constant_memory) {
    check_change(i);
  } else {
    check_use(i);
  }
}

void GlobalVariables::after(std::size_t i) {
  if (code_.is(i, "{") && scopes_.in_function() && locals_.empty()) {
    // The parameters of the function that begins here: all names since the last statement.
    for (std::size_t j = i; j > code_.first() && !code_.is(j - 1, ";") && !code_.is(j - 1, "}"); --j) {
      if (!is_identifier(code_, j - 1)) continue;
      locals_.insert(code_[j - 1].text);
      changing_.insert(code_[j - 1].text);
      if (code_.is(j - 1, "__global__") || code_.is(j - 1, "template")) break;
    }
    locals_.insert("{");  // no longer empty
  }
  if (scopes_.in_function()) return;
  locals_.clear();
  changing_.clear();
}

/// At `const`, `constexpr` or `__constant__` of a declaration outside functions.
void GlobalVariables::note_declaration(std::size_t i, bool is_in_class) {
  bool is_device = false, is_constant_memory = false, is_const = false, is_pointer = false, has_integers = false;
  bool is_static = false;
  std::size_t j = scopes_.statement();
  for (; j < code_.size(); ++j) {
    if (code_.is(j, "(") || code_.is(j, ";") || code_.is(j, "{") || code_.is(j, "=") || code_.is(j, "[")) break;
    if (code_.is(j, "template") || code_.is(j, "using") || code_.is(j, "typedef") || code_.is(j, "extern")) return;
    is_constant_memory = is_constant_memory || code_.is(j, "__constant__");
    is_device = is_device || code_.is_device_word(j) || code_.is(j, "__shared__") || code_.is(j, "__managed__");
    is_const = is_const || code_.is(j, "const") || code_.is(j, "constexpr");
    is_static = is_static || code_.is(j, "static");
    is_pointer = is_pointer || code_.is(j, "*");
    has_integers = has_integers || is_one_of(code_, j, integer_words);
  }
  if (j <= i || j >= code_.size() || code_.is(j, "(") || !is_identifier(code_, j - 1)) return;
  if (is_in_class && !is_static) return;
  const bool is_const_pointer = is_pointer && code_.is(j - 2, "const") && code_.is(j, "=");
  const std::string& name = code_[j - 1].text;
  if (is_constant_memory) {
    variables_[name] = Kind::constant_memory;
  } else if (is_const && !is_device && (code_.is(j, "[") || is_const_pointer)) {
    variables_[name] = has_integers && !is_pointer ? Kind::integers_of_host : Kind::others_of_host;
  } else if (is_const && !is_device && code_.is(j, "=")) {
    variables_[name] = Kind::scalar_of_host;
  }
}

void GlobalVariables::note_local(std::size_t i) {
  const bool follows_type = is_identifier(code_, i - 1) && !is_one_of(code_, i - 1, no_types);
  const bool follows_pointer = (code_.is(i - 1, "*") || code_.is(i - 1, "&")) && is_type_word(code_, i - 2);
  if (!follows_type && !follows_pointer && !code_.is(i - 1, ">")) return;
  locals_.insert(code_[i].text);
  std::size_t type = i - 1;
  while (is_type_word(code_, type)) --type;
  const bool is_constant = code_.is(type, "const") || code_.is(type, "constexpr");
  if (follows_type && !is_constant) changing_.insert(code_[i].text);
}

void GlobalVariables::check_use(std::size_t i) {
  if (is_unevaluated(i)) return;
  // Of a number only the value is known in device code.
  const bool has_address_taken = code_.is(i - 1, "&") && (code_.is(i - 2, "=") || code_.is(i - 2, "(") ||
                                                          code_.is(i - 2, ",") || code_.is(i - 2, "return"));
  if (variables_.find(code_[i].text)->second == Kind::scalar_of_host && !has_address_taken) return;
  if (variables_.find(code_[i].text)->second == Kind::integers_of_host && is_indexed_by_constants(i)) return;
  code_.error(
      i,
      "identifier \"" + code_[i].text +
          "\" is undefined in device code: it is a variable of the host; declare it with __constant__ or __device__");
}

/// A constant index makes a constant of an array of integers.
bool GlobalVariables::is_indexed_by_constants(std::size_t i) const {
  std::size_t j = i + 1;
  if (!code_.is(j, "[")) return false;
  while (code_.is(j, "[") && code_.partner(j) != none) {
    for (std::size_t k = j + 1; k < code_.partner(j); ++k) {
      const bool changes = changing_.contains(code_[k].text) || code_.is(k, "threadIdx") || code_.is(k, "blockIdx");
      if (changes) return false;
    }
    j = code_.partner(j) + 1;
  }
  return true;
}

bool GlobalVariables::is_unevaluated(std::size_t i) const {
  const std::size_t word = code_.is(i - 1, "(") ? i - 2 : i - 1;
  return code_.is(word, "sizeof") || code_.is(word, "decltype") || code_.is(word, "alignof");
}

void GlobalVariables::check_change(std::size_t i) {
  std::size_t j = i + 1;
  while (code_.is(j, "[") && code_.partner(j) != none) j = code_.partner(j) + 1;
  while (code_.is(j, ".") && is_identifier(code_, j + 1)) j += 2;
  constexpr std::array operations{"+", "-", "*", "/", "%", "&", "|", "^"};
  const bool is_joined = is_one_of(code_, j, operations) && j + 1 < code_.size() && !code_[j + 1].space_before;
  const bool is_changed = code_.is(j, "=") || code_.is(j, "<<=") || (is_joined && code_.is(j + 1, "=")) ||
                          (is_joined && (code_.is(j, "+") || code_.is(j, "-")) && code_[j].text == code_[j + 1].text);
  if (!is_changed) return;
  code_.error(i, "expression must be a modifiable lvalue: device code cannot change the __constant__ variable \"" +
                     code_[i].text + "\"");
}

}  // namespace simt::detail

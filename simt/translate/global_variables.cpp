#include "simt/translate/global_variables.hpp"

#include <array>

#include "simt/translate/initializers.hpp"

namespace simt::detail {
namespace {

constexpr std::array integer_words{"int",    "unsigned", "long",     "short",    "char",    "bool",
                                   "size_t", "signed",   "int8_t",   "int16_t",  "int32_t", "int64_t",
                                   "uint",   "uint8_t",  "uint16_t", "uint32_t", "uint64_t"};
constexpr std::array other_words{"float", "double", "auto", "float2", "float3", "float4"};
constexpr std::array no_types{"return", "else",   "case",  "goto",     "new",
                              "delete", "sizeof", "throw", "operator", "typename"};

bool is_type_word(const Code& code, std::size_t i) {
  return code.is_one_of(i, integer_words) || code.is_one_of(i, other_words);
}

/// The words of a declaration's type: those from `begin` to the name at `name`, without qualifiers.
std::string type_before(const Code& code, std::size_t begin, std::size_t name) {
  constexpr std::array qualifiers{"const", "constexpr", "static", "inline", "volatile"};
  std::string type;
  for (std::size_t i = begin; i < name; ++i) {
    if (code.is_one_of(i, qualifiers)) continue;
    type += (type.empty() ? "" : " ") + code[i].text;
  }
  return type;
}

}  // namespace

void GlobalVariables::pass(std::size_t i, bool is_in_class) {
  if (!code_.is_identifier(i)) return;
  if (!scopes_.in_function()) {
    const bool is_start = code_.is(i, "const") || code_.is(i, "constexpr") || code_.is(i, "__constant__");
    if (is_start) note_declaration(i, is_in_class);
    references_.note(i, scopes_.statement());
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
      if (!code_.is_identifier(j - 1)) continue;
      if (code_.is(j - 1, "constexpr")) is_in_constexpr_ = true;
      locals_.insert(code_[j - 1].text);
      changing_.insert(code_[j - 1].text);
      if (code_.is(j - 1, "__global__") || code_.is(j - 1, "template")) break;
    }
    locals_.insert("{");  // no longer empty
  }
  if (scopes_.in_function()) return;
  locals_.clear();
  is_in_constexpr_ = false;
  changing_.clear();
}

/// At `const`, `constexpr` or `__constant__` of a declaration outside functions.
void GlobalVariables::note_declaration(std::size_t i, bool is_in_class) {
  bool is_device = false, is_constant_memory = false, is_const = false, is_pointer = false;
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
  }
  if (j <= i || j >= code_.size() || code_.is(j, "(") || !code_.is_identifier(j - 1)) return;
  if (is_in_class && !is_static) return;
  const bool is_const_pointer = is_pointer && code_.is(j - 2, "const") && code_.is(j, "=");
  const std::string& name = code_[j - 1].text;
  if (is_constant_memory) {
    variables_[name] = Kind::constant_memory;
  } else if (is_const && !is_device && (code_.is(j, "[") || is_const_pointer)) {
    variables_[name] = is_pointer ? Kind::others_of_host : is_in_class ? Kind::members_of_host : Kind::elements_of_host;
  } else if (is_const && !is_device && code_.is(j, "=")) {
    variables_[name] = Kind::scalar_of_host;
    types_[name] = type_before(code_, scopes_.statement(), j - 1);
  }
}

void GlobalVariables::note_local(std::size_t i) {
  const bool follows_type = code_.is_identifier(i - 1) && !code_.is_one_of(i - 1, no_types);
  const bool follows_pointer = (code_.is(i - 1, "*") || code_.is(i - 1, "&")) && is_type_word(code_, i - 2);
  if (!follows_type && !follows_pointer && !code_.is(i - 1, ">")) return;
  locals_.insert(code_[i].text);
  std::size_t type = i - 1;
  while (is_type_word(code_, type)) --type;
  const bool is_constant = code_.is(type, "const") || code_.is(type, "constexpr");
  if (follows_type && !is_constant) changing_.insert(code_[i].text);
}

void GlobalVariables::check_use(std::size_t i) {
  // What a constexpr function reads is known where its arguments are.
  if (is_unevaluated(i) || is_in_constexpr_) return;
  const bool has_address_taken = code_.is(i - 1, "&") && (code_.is(i - 2, "=") || code_.is(i - 2, "(") ||
                                                          code_.is(i - 2, ",") || code_.is(i - 2, "return"));
  const Kind kind = variables_.find(code_[i].text)->second;
  // Of a number only the value is known in device code.
  if (kind == Kind::scalar_of_host && !has_address_taken && !needs_address(i)) return;
  if ((kind == Kind::elements_of_host || kind == Kind::members_of_host) && !has_address_taken && is_constant(i, kind))
    return;
  code_.error(
      i,
      "identifier \"" + code_[i].text +
          "\" is undefined in device code: it is a variable of the host; declare it with __constant__ or __device__");
}

/// What refers to the scalar at `i`: a parameter, or `const int& n = size;`.
bool GlobalVariables::needs_address(std::size_t i) const {
  const auto type = types_.find(code_[i].text);
  if (type == types_.end()) return false;
  std::size_t begin = i;
  while (code_.is(begin - 1, "::") && code_.is_identifier(begin - 2)) begin -= 2;
  const bool is_bound = code_.is(begin - 1, "=") && code_.is_identifier(begin - 2) && code_.is(begin - 3, "&") &&
                        (code_.is(begin - 4, type->second) || code_.is(begin - 4, "auto")) && code_.is(i + 1, ";");
  return is_bound || references_.takes_address(begin, i + 1, type->second);
}

/// A constant index makes a constant of an array's element, of a member everywhere.
bool GlobalVariables::is_constant(std::size_t i, Kind kind) const {
  std::size_t j = i + 1;
  if (!code_.is(j, "[")) return false;
  while (code_.is(j, "[") && code_.partner(j) != none) {
    for (std::size_t k = j + 1; k < code_.partner(j); ++k) {
      const bool changes = changing_.contains(code_[k].text) || code_.is(k, "threadIdx") || code_.is(k, "blockIdx");
      if (changes) return false;
    }
    j = code_.partner(j) + 1;
  }
  std::size_t begin = i;
  while (code_.is(begin - 1, "::") && code_.is_identifier(begin - 2)) begin -= 2;
  return kind == Kind::members_of_host || is_in_initializer(code_, begin, j, locals_);
}

bool GlobalVariables::is_unevaluated(std::size_t i) const {
  const std::size_t word = code_.is(i - 1, "(") ? i - 2 : i - 1;
  return code_.is(word, "sizeof") || code_.is(word, "decltype") || code_.is(word, "alignof");
}

void GlobalVariables::check_change(std::size_t i) {
  std::size_t j = i + 1;
  constexpr std::array operations{"+", "-", "*", "/", "%", "&", "|", "^"};
  const bool is_joined = code_.is_one_of(j, operations) && j + 1 < code_.size() && !code_[j + 1].space_before;
  const bool is_changed = code_.is(j, "=") || code_.is(j, "<<=") || (is_joined && code_.is(j + 1, "=")) ||
                          (is_joined && (code_.is(j, "+") || code_.is(j, "-")) && code_[j].text == code_[j + 1].text);
  if (!is_changed) return;
  code_.error(i, "expression must be a modifiable lvalue: device code cannot change the __constant__ variable \"" +
                     code_[i].text + "\"");
}

}  // namespace simt::detail

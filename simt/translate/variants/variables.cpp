#include "simt/translate/variants/variables.hpp"

#include <algorithm>
#include <string_view>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {
namespace {

// [begin, end) with blockIdx.x and blockIdx.y exchanged; empty where it has neither.
std::string with_blocks_turned(const Code& code, std::size_t begin, std::size_t end) {
  std::string turned;
  bool is_turned = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (code.is(i, "blockIdx") && code.is(i + 1, ".")) {
      is_turned = true;
      turned += code.is(i + 2, "x") ? "blockIdx.y " : "blockIdx.x ";
      i += 2;
    } else {
      turned += code[i].text + " ";
    }
  }
  return is_turned ? turned : std::string();
}

// [begin, end) with the other of threadIdx.x and threadIdx.y; empty where it has none of them, or both.
std::string with_other_thread(const Code& code, std::size_t begin, std::size_t end) {
  std::string text;
  bool has_x = false, has_y = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (code.is(i, "threadIdx") && code.is(i + 1, ".")) {
      (code.is(i + 2, "x") ? has_x : has_y) = true;
      text += code.is(i + 2, "x") ? "threadIdx.y " : "threadIdx.x ";
      i += 2;
    } else {
      text += code[i].text + " ";
    }
  }
  return has_x != has_y ? text : std::string();
}

}  // namespace

Variable read_variable(const Code& code, std::size_t begin, std::size_t end, std::size_t name) {
  Variable variable;
  variable.name = code[name].text;
  variable.line = code[name].line;

  bool is_pointer = false, is_integer = false, is_real = false, is_reference = false, is_shared = false;
  for (std::size_t k = begin; k < end; ++k) {
    if (code.is(k, "const")) variable.is_constant = true;
    if (code.is(k, "*")) is_pointer = true;
    if (code.is(k, "&")) is_reference = true;
    if (code.is(k, "__shared__")) is_shared = true;
    if (is_one_of(code[k].text, integers)) is_integer = true;
    if (code.is(k, "float") || code.is(k, "double")) is_real = true;
    if (!code.is(k, "const") && !code.is(k, "static") && !code.is(k, "__restrict__")) {
      variable.type += code[k].text + " ";
    }
  }
  if (code.is(name + 1, "[")) {
    variable.kind = TypeClass::array;
    for (std::size_t k = name + 1; code.is(k, "[") && code.partner(k) != none; k = code.partner(k) + 1) {
      variable.extents += code.text(k, code.partner(k) + 1);
    }
  } else if (is_shared) {
    // What stands in place of something else is read in all variants, and this may not have been written then.
    variable.type = variable.name;
  } else if (is_pointer) {
    variable.kind = TypeClass::pointer;
  } else if (is_integer && !is_reference) {
    variable.kind = TypeClass::integer;
  } else if (is_real && !is_reference) {
    variable.kind = TypeClass::real;
  }
  const std::size_t value = name + 2;
  if (code.is(name + 1, "=") && value + 1 < code.size() && code[value].kind == TokenKind::number &&
      (code.is(value + 1, ";") || code.is(value + 1, ","))) {
    variable.first_value = code[value].text;
  }
  if (code.is(name + 1, "=") && code[value].text.starts_with("make_") && code.is(value + 1, "(")) {
    const std::size_t close = code.partner(value + 1);
    bool are_numbers = close != none && code.is(close + 1, ";");
    for (std::size_t k = value + 2; are_numbers && k < close; ++k)
      are_numbers = code[k].kind == TokenKind::number || code.is(k, ",") || code.is(k, "-");
    if (are_numbers) variable.first_value = code.text(value, close + 1);
  }
  if (variable.kind == TypeClass::array && !is_shared && !code.is(begin, "static")) {
    std::size_t list = name + 1;
    while (code.is(list, "[") && code.partner(list) != none) list = code.partner(list) + 1;
    if (code.is(list, "=")) ++list;
    const std::size_t close = code.is(list, "{") ? code.partner(list) : none;
    const bool is_zero = close == list + 2 && code[list + 1].text.find_first_not_of("0.fF") == std::string::npos;
    variable.begins_with_zeros = close == list + 1 || is_zero;
  }
  if (code.is(name + 1, "=") && variable.kind == TypeClass::integer) {
    const std::size_t end = std::min(next_comma(code, name + 2, code.size()), semicolon(code, name + 2));
    variable.turned = with_blocks_turned(code, name + 2, end);
    variable.mirrored = with_other_thread(code, name + 2, end);
    if (variable.first_value.empty()) {
      variable.start = name + 2;
      variable.start_end = end;
    }
  }
  return variable;
}

}  // namespace simt::detail

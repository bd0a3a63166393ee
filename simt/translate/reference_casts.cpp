#include "simt/translate/reference_casts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace simt::detail {
namespace {

bool is_vector_type(std::string_view name) {
  constexpr std::array<std::string_view, 12> elements{"char", "uchar", "short",    "ushort",    "int",   "uint",
                                                      "long", "ulong", "longlong", "ulonglong", "float", "double"};
  if (!name.ends_with('2') && !name.ends_with('4')) return false;
  name.remove_suffix(1);
  return std::find(elements.begin(), elements.end(), name) != elements.end();
}

/// The `>` that ends the list at the `<` of `open`; none where an operator like it, or `>>`, stands between.
std::size_t end_of_cast_type(const Code& code, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < code.size() && !code.closes(i) && !code.is(i, ";") && !code.is(i, ">>"); ++i) {
    if (code.opens(i)) i = code.partner(i);
    if (i == none) return none;
    depth += code.is(i, "<") ? 1 : code.is(i, ">") ? -1 : 0;
    if (depth == 0) return i;
  }
  return none;
}

void rewrite_named(Code& code, std::size_t word) {
  const std::size_t close = end_of_cast_type(code, word + 1);
  if (close == none || !code.is(close - 1, "&") || !code.is(close + 1, "(")) return;
  const std::size_t end = code.partner(close + 1);
  if (end == none) return;
  code.replace(word, "(*" + code[word].text);
  code.insert_after(word + 1, "::std::add_pointer_t<");
  code.insert_after(close, ">");
  code.insert_after(close + 1, "__builtin_addressof(");
  code.insert_after(end, "))");
}

/// `(float4&)` and `(const float4&)`, where an operand follows and no function's name stands before.
void rewrite_unnamed(Code& code, std::size_t open) {
  const std::size_t type = code.is(open + 1, "const") ? open + 2 : open + 1;
  if (!code.is_identifier(type) || !is_vector_type(code[type].text)) return;
  if (!code.is(type + 1, "&") || !code.is(type + 2, ")")) return;
  const bool has_operand = code.is_identifier(type + 3) || code.is(type + 3, "(") || code.is(type + 3, "*");
  const bool follows_name = code.is_identifier(open - 1) && !code.is(open - 1, "return");
  const bool is_list = follows_name || code.closes(open - 1) || code.is(open - 1, ">");
  if (!has_operand || (is_list && !code.is(open - 1, "}"))) return;
  code.insert_before(open, "*");
  code.replace(type + 1, "*");
  code.insert_after(type + 2, "&");
}

}  // namespace

void cast_addresses(Code& code, std::size_t i) {
  if (code.is(i, "reinterpret_cast") && code.is(i + 1, "<")) rewrite_named(code, i);
  if (code.is(i, "(")) rewrite_unnamed(code, i);
}

}  // namespace simt::detail

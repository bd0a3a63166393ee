#include "simt/translate/zero_comparisons.hpp"

#include <array>
#include <set>
#include <string>

namespace simt::detail {
namespace {

constexpr std::array before_operand{"(", "!", "&&", "||", ",", "=", "?", ":", ";", "return"};
constexpr std::array after_operand{")", "&&", "||", ",", "?", ":", ";"};
constexpr std::array after_name{",", ")", "=", ";", "{"};

/// `T* name`, among parameters and in the body.
std::set<std::string> pointers_in(const Code& code, std::size_t begin, std::size_t end) {
  std::set<std::string> names;
  for (std::size_t i = begin; i < end; ++i) {
    if (!code.is(i, "*")) continue;
    std::size_t name = i + 1;
    while (code.is(name, "const") || code.is(name, "__restrict__") || code.is(name, "__restrict")) ++name;
    if (code.is_identifier(name) && code.is_one_of(name + 1, after_name)) names.insert(code[name].text);
  }
  return names;
}

constexpr std::array comparisons{"<", ">", "<=", ">="};

}  // namespace

void give_zeros_a_type(Code& code, std::size_t statement, std::size_t word) {
  if (code.is_macro()) return;
  std::size_t body = statement;
  for (; body < code.size() && !code.is(body, "{"); ++body) {
    if (code.is(body, ";") || code.is(body, "__host__")) return;
    if (body > word && (code.is(body, "__global__") || code.is_device_word(body))) return;
  }
  const std::size_t end = body < code.size() ? code.partner(body) : none;
  if (end == none) return;
  const std::set<std::string> pointers = pointers_in(code, word, end);
  const auto is_pointer = [&](std::size_t i) { return code.is_identifier(i) && pointers.contains(code[i].text); };
  for (std::size_t i = body; i < end && !pointers.empty(); ++i) {
    const std::size_t second = i + 2;
    if (!code.is_one_of(i + 1, comparisons) || !code.is_one_of(i - 1, before_operand) ||
        !code.is_one_of(second + 1, after_operand))
      continue;
    if (is_pointer(i) && code.is(second, "0")) code.replace(second, "(decltype(+" + code[i].text + "))0");
    if (code.is(i, "0") && is_pointer(second)) code.replace(i, "(decltype(+" + code[second].text + "))0");
  }
}

}  // namespace simt::detail

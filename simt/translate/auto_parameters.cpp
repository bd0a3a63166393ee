#include "simt/translate/auto_parameters.hpp"

#include <array>
#include <string>
#include <vector>

namespace simt::detail {
namespace {

/// Words before parentheses that hold no parameters.
constexpr std::array not_functions{"__attribute__", "__launch_bounds__", "__cluster_dims__", "__maxnreg__",
                                   "__declspec",    "__align__",         "alignas",          "decltype",
                                   "noexcept",      "explicit"};

/// The `>` of the template parameters whose `<` is at `open`.
std::size_t end_of_template(const Code& code, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < code.size() && !code.is(i, ";") && !code.is(i, "{"); ++i) {
    if (code.is(i, "(") && code.partner(i) != none) i = code.partner(i);
    if (code.is(i, "<")) ++depth;
    if (code.is(i, ">") && --depth == 0) return i;
  }
  return none;
}

/// Where a declaration begins, and the `>` of the last `template <…>` before it.
struct Head {
  std::size_t begin = none;
  std::size_t template_end = none;
};

Head read_head(const Code& code, std::size_t statement) {
  Head head{statement, none};
  while (code.is(head.begin + 1, ":") &&
         (code.is(head.begin, "public") || code.is(head.begin, "private") || code.is(head.begin, "protected"))) {
    head.begin += 2;
  }
  while (code.is(head.begin, "template") && code.is(head.begin + 1, "<")) {
    head.template_end = end_of_template(code, head.begin + 1);
    if (head.template_end == none) return {};
    head.begin = head.template_end + 1;
  }
  return head;
}

/// The `(` of the parameters of the function that is declared from `begin` on.
std::size_t parameters_from(const Code& code, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (code.is(i, "=")) return none;
    if (!code.is(i, "(")) continue;
    if (!code.is_one_of(i - 1, not_functions)) return i > begin && is_function_name(code[i - 1]) ? i : none;
    i = code.partner(i);
    if (i == none) return none;
  }
  return none;
}

/// Each `auto` that is a parameter's type; not in default arguments, and in no brackets.
std::vector<std::size_t> autos_in(const Code& code, std::size_t open) {
  std::vector<std::size_t> autos;
  bool is_default = false;
  for (std::size_t i = open + 1; i < code.partner(open); ++i) {
    if (code.is(i, ",") || code.is(i, "=")) is_default = code.is(i, "=");
    if (code.is(i, "auto") && !is_default) autos.push_back(i);
    if (code.opens(i) && code.partner(i) != none) i = code.partner(i);
  }
  return autos;
}

bool is_pack(const Code& code, std::size_t i) {
  do {
    ++i;
  } while (code.is(i, "&") || code.is(i, "&&") || code.is(i, "*") || code.is(i, "const"));
  return code.is(i, "...");
}

}  // namespace

void name_auto_parameters(Code& code, std::size_t statement, std::size_t i) {
  if (code.is_macro()) return;
  const Head head = read_head(code, statement);
  if (head.begin == none || head.begin >= i) return;
  const std::size_t open = parameters_from(code, head.begin, i);
  if (open == none || code.partner(open) == none || code.partner(open) < i) return;
  const std::vector<std::size_t> autos = autos_in(code, open);
  if (autos.empty() || autos.front() != i) return;
  std::string parameters;
  for (std::size_t k = 0; k < autos.size(); ++k) {
    const std::string name = "auto_" + std::to_string(k + 1);
    parameters += (k == 0 ? "class" : ", class") + std::string(is_pack(code, autos[k]) ? "... " : " ") + name;
    code.replace(autos[k], name);
  }
  // A member that is defined outside its class has the class' template parameters in a list of their own.
  const bool is_joined = head.template_end != none && !code.is(open - 2, "::");
  if (is_joined) {
    code.insert_before(head.template_end, ", " + parameters);
  } else {
    code.insert_before(head.begin, "template <" + parameters + "> ");
  }
}

}  // namespace simt::detail

#include "simt/translate/shared_variables.hpp"

#include <algorithm>

namespace simt::detail {

void SharedVariables::set_apart(std::size_t shared) {
  const std::size_t begin = begin_of_specifiers(shared);
  if (code_.is(begin - 1, "extern") && !has_size(begin - 1)) return;
  std::vector<std::size_t> commas;
  bool can_be_repeated = true;
  int angles = 0;
  std::size_t end = shared + 1;
  for (; !code_.is(end, ";"); ++end) {
    const bool is_declaration =
        end < code_.size() && !code_.closes(end) && !code_.is(end, "__shared__") && !code_.is(end, "extern");
    if (!is_declaration) return;
    angles += code_.is(end, "<") ? 1 : code_.is(end, ">") ? -1 : 0;
    if (code_.is(end, ",") && angles == 0) commas.push_back(end);
    if (code_.is(end, "=") || code_.is(end, "{")) can_be_repeated = false;
    if (code_.opens(end)) end = code_.partner(end);
    if (end == none) return;
  }
  // Outside functions, clang would place variables in the order of their first use, but gaps in declaration order.
  const std::string specifier = scopes_.in_function() ? "__shared__" : "SIMT_SHARED_IN_ORDER";
  if (!scopes_.in_function()) code_.replace(shared, specifier);
  const std::size_t declarator = commas.empty() ? none : first_declarator(shared, commas.front());
  if (can_be_repeated && declarator != none && begins_statement(begin)) {
    const std::string specifiers = repeated_specifiers(begin, declarator, specifier);
    for (const std::size_t comma : commas) code_.replace(comma, "; " + gap() + " " + specifiers);
  }
  code_.replace(end, "; " + gap());
}

std::size_t SharedVariables::begin_of_specifiers(std::size_t i) const {
  for (;;) {
    if (code_.is(i - 1, "static") || code_.is(i - 1, "volatile") || code_.is(i - 1, "const")) {
      --i;
    } else if (code_.is(i - 1, ")") && code_.partner(i - 1) != none && code_.is_alignment(code_.partner(i - 1) - 1)) {
      i = code_.partner(i - 1) - 1;
    } else {
      return i;
    }
  }
}

bool SharedVariables::begins_statement(std::size_t i) const {
  return i == code_.first() || code_.is(i - 1, ";") || code_.is(i - 1, "{") || code_.is(i - 1, "}") ||
         code_.is(i - 1, ":");
}

// The first declarator, which ends at `end`: `s[4]` or `*p`. None if it has another form, or if the specifiers before
// it are too long to be repeated.
std::size_t SharedVariables::first_declarator(std::size_t shared, std::size_t end) const {
  constexpr std::size_t longest = 64;
  std::size_t i = end;
  while (code_.is(i - 1, "]") && code_.partner(i - 1) != none) i = code_.partner(i - 1);
  if (i <= shared + 1 || end - shared > longest || !is_function_name(code_[i - 1])) return none;
  std::size_t first = --i;
  while (code_.is(i - 1, "*") || code_.is(i - 1, "const") || code_.is(i - 1, "volatile")) {
    if (code_.is(--i, "*")) first = i;
  }
  return first;
}

std::string SharedVariables::repeated_specifiers(std::size_t begin, std::size_t end, const std::string& shared) const {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) {
    result += (code_.is(i, "alignas") ? "_Alignas" : code_.is(i, "__shared__") ? shared : code_[i].text) + " ";
  }
  return result;
}

// `extern __shared__ float s[32];` is no dynamic shared memory: nvcc warns of `extern`, and ignores it.
bool SharedVariables::has_size(std::size_t external) const {
  std::size_t i = external + 1;
  while (i < code_.size() && !code_.is(i, "[") && !code_.is(i, ";") && !code_.is(i, "{")) {
    i = code_.opens(i) && code_.partner(i) != none ? code_.partner(i) + 1 : i + 1;
  }
  if (i >= code_.size() || !is_function_name(code_[i - 1])) return false;
  return code_.is(i, ";") || (code_.is(i, "[") && !code_.is(i + 1, "]"));
}

void SharedVariables::rewrite_dynamic(std::size_t external) {
  const std::size_t begin = code_.is(external - 1, "__shared__") ? external - 1 : external;
  bool shared = false;
  std::size_t bracket = begin;  // moves to the declarator's [
  std::vector<std::size_t> specifiers;
  for (; bracket < code_.size() && !code_.is(bracket, "[") && !code_.is(bracket, ";") && !code_.is(bracket, "{");
       ++bracket) {
    if (code_.is(bracket, "extern") && bracket != external) return;
    if (code_.is(bracket, "__shared__")) shared = true;
    if (code_.is(bracket, "__shared__") || code_.is(bracket, "extern")) specifiers.push_back(bracket);
    if (code_.is(bracket, "(")) {
      if (code_.partner(bracket) == none) return;
      const bool aligns = code_.is_alignment(bracket - 1);
      for (std::size_t i = bracket - 1; aligns && i <= code_.partner(bracket); ++i) specifiers.push_back(i);
      bracket = code_.partner(bracket);
    }
  }
  if (!shared) return;
  if (has_size(external)) return code_.replace(external, "");
  const std::size_t end = end_of_extents(bracket);
  if (!code_.is(bracket, "[") || !code_.is(bracket + 1, "]") || !code_.is(end, ";") ||
      !is_function_name(code_[bracket - 1])) {
    return code_.error(external, "this dynamic shared memory cannot be read; write extern __shared__ float name[];");
  }
  if (!code_.is_macro() && !scopes_.in_function()) {
    for (const std::size_t i : specifiers) {
      if (i != external) code_.replace(i, "");
    }
    return code_.replace(end, " SIMT_DYNAMIC_SHARED;");
  }
  declare_dynamic(begin, bracket, end, specifiers);
}

std::size_t SharedVariables::end_of_extents(std::size_t bracket) const {
  while (code_.is(bracket, "[")) {
    if (code_.partner(bracket) == none) return none;
    bracket = code_.partner(bracket) + 1;
  }
  return bracket;
}

// The tokens of the type stay in place; the rest of the new declaration replaces the name.
void SharedVariables::declare_dynamic(std::size_t begin, std::size_t bracket, std::size_t end,
                                      const std::vector<std::size_t>& specifiers) {
  std::string type;
  for (std::size_t i = begin; i < bracket - 1; ++i) {
    if (std::binary_search(specifiers.begin(), specifiers.end(), i)) {
      code_.replace(i, "");
      continue;
    }
    if (!type.empty() && code_[i].space_before) type += ' ';
    type += code_[i].text;
  }
  const std::string& name = code_[bracket - 1].text;
  const std::string extents = code_.text(bracket + 2, end);  // of name[][33]: "[33]"
  const std::string cast = extents.empty() ? type + "*" : type + " (*)" + extents;
  const std::string declarator = extents.empty() ? "* const " + name : "(* const " + name + ")" + extents;
  code_.replace(bracket - 1, declarator + " = static_cast<" + cast + ">(simt::dynamic_shared())");
  code_.erase(bracket, end);
}

}  // namespace simt::detail

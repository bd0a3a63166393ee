#include "simt/translate/reference_parameters.hpp"

#include <algorithm>

namespace simt::detail {

void ReferenceParameters::note(std::size_t i, std::size_t statement) {
  if (!code_.is(i + 1, "(") || code_.partner(i + 1) == none) return;
  // What a constexpr function gives for a constant, nvcc computes.
  for (std::size_t j = statement; j < i; ++j) {
    if (code_.is(j, "constexpr")) return;
  }
  Parameters parameters;
  const std::size_t end = code_.partner(i + 1);
  int angles = 0;
  std::size_t begin = i + 2;
  for (std::size_t j = begin; j < end; ++j) {
    if (code_.opens(j) && code_.partner(j) != none) j = code_.partner(j);
    if (code_.is(j, "<")) ++angles;
    if (code_.is(j, ">")) --angles;
    if (angles != 0 || !code_.is(j, ",")) continue;
    parameters.push_back(parameter(begin, j, statement));
    begin = j + 1;
  }
  if (begin < end) parameters.push_back(parameter(begin, end, statement));
  functions_[code_[i].text].push_back(std::move(parameters));
}

ReferenceParameters::Parameter ReferenceParameters::parameter(std::size_t begin, std::size_t end,
                                                              std::size_t statement) const {
  Parameter result;
  std::vector<std::string> words;
  for (std::size_t j = begin; j < end && !code_.is(j, "="); ++j) {
    if (code_.is(j, "&")) {
      result.is_reference = !code_.is(j + 1, "&") && !code_.is(j - 1, "&");
      break;  // a name follows
    }
    if (!code_.is(j, "const")) words.push_back(code_[j].text);
  }
  for (const std::string& word : words) result.type += (result.type.empty() ? "" : " ") + word;
  if (words.size() == 1 && is_of_template(words[0], statement, begin)) result.type.clear();
  return result;
}

/// Of the `template <…>` before the function, or around it: of its class.
bool ReferenceParameters::is_of_template(const std::string& name, std::size_t statement, std::size_t end) const {
  for (std::size_t j = statement; j < end; ++j) {
    if ((code_.is(j, "class") || code_.is(j, "typename")) && code_.is(j + 1, name)) return true;
  }
  return false;
}

bool ReferenceParameters::takes_address(std::size_t begin, std::size_t end, const std::string& type) const {
  if (!code_.is(end, ",") && !code_.is(end, ")") && !code_.is(end, "}")) return false;
  std::size_t place = 0;
  std::size_t j = begin - 1;
  if (!code_.opens(j) && !code_.is(j, ",")) return false;
  while (j > code_.first() && !code_.opens(j)) {
    if (code_.is(j, ",")) ++place;
    // Not told from the brackets of template arguments, whose commas separate no arguments.
    if (code_.is(j, ";") || code_.is(j, "<") || code_.is(j, ">")) return false;
    if (code_.closes(j)) j = code_.partner(j);
    if (j == none) return false;
    --j;
  }
  if (!code_.is(j, "(") && !code_.is(j, "{")) return false;
  // f(n), or Type(n); Type name(n).
  auto called = functions_.end();
  for (const std::size_t name : {j - 1, j - 2}) {
    if (called == functions_.end() && code_.is_identifier(name)) called = functions_.find(code_[name].text);
    if (!code_.is_identifier(j - 1)) break;
  }
  if (called == functions_.end()) return false;
  return std::all_of(called->second.begin(), called->second.end(), [&](const Parameters& parameters) {
    if (place >= parameters.size() || !parameters[place].is_reference) return false;
    return parameters[place].type.empty() || parameters[place].type == type;
  });
}

}  // namespace simt::detail

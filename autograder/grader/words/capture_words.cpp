#include "grader/words/capture_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace grader {
namespace {

bool has_name_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Names in the lambda of which it has copies.
std::vector<std::string> copied_names(const simt::SourceIndex& source, const simt::SourceLambda& lambda) {
  if (!lambda.copies_all) return lambda.copied;
  std::vector<std::string> names;
  for (const simt::SourceName& one : source.names) {
    const bool is_here = lambda.line <= one.line && one.line <= lambda.last_line;
    if (is_here && !has_name_in(lambda.referred, one.name) && !has_name_in(names, one.name)) names.push_back(one.name);
  }
  return names;
}

/// Whether `name` has a value before `line` of the function.
bool has_value(const simt::SourceIndex& source, const simt::SourceFunction& function, const std::string& name,
               int line) {
  const auto is_it = [&](const auto& one) { return one.name == name; };
  return std::any_of(function.named.begin(), function.named.end(), is_it) ||
         std::any_of(source.assignments.begin(), source.assignments.end(),
                     [&](const auto& one) { return is_it(one) && function.has(one.line) && one.line < line; });
}

/// The first line behind the lambda that gives `name` another value; 0: none does.
int line_of_change(const simt::SourceIndex& source, const simt::SourceFunction& function,
                   const simt::SourceLambda& lambda, const std::string& name) {
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.name == name && !one.is_element && function.has(one.line) && one.line > lambda.last_line) return one.line;
  }
  return 0;
}

}  // namespace

std::optional<Finding> copied_too_early(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceLambda& lambda : source.lambdas) {
    const simt::SourceFunction* const function = source.function_around(lambda.line);
    if (std::find(used.begin(), used.end(), function) == used.end() || function == nullptr || lambda.name.empty())
      continue;
    const std::vector<int> calls = source.lines_with(lambda.name, *function);
    for (const std::string& name : copied_names(source, lambda)) {
      const int changed = line_of_change(source, *function, lambda, name);
      const bool is_called_then = !calls.empty() && calls.back() > changed;
      if (changed == 0 || !is_called_then || !has_value(source, *function, name, lambda.line)) continue;
      Finding finding;
      finding.name = "one-change";
      finding.line = lambda.line;
      finding.other_line = changed;
      finding.text = fmt::format(
          "{} gets a copy of {} here, with the value of this moment. Line {} gives {} another value, and {}, which is "
          "called later (line {}), does not see it: [=] copies, and [&] refers to the variable itself",
          lambda.name, name, changed, name, lambda.name, calls.back());
      return finding;
    }
  }
  return std::nullopt;
}

}  // namespace grader

#include "grader/words/missing_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace grader {
namespace {

using simt::SourceFunction;
using simt::SourceIndex;
using simt::SourceParameter;

bool is_used(const SourceIndex& source, const SourceFunction& function, const std::string& name) {
  const auto uses = std::count_if(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
    return one.name == name && function.has(one.line);
  });
  return uses > 1;  // one is the parameter itself
}

/// Lines of `entry` that launch a kernel, or name a function that does.
std::vector<int> launching_lines(const SourceIndex& source, const SourceFunction& entry) {
  std::vector<int> lines;
  const std::vector<const SourceFunction*> used = source.used_by(entry.name);
  const auto launches = [&](const SourceFunction& function) {
    const auto is_here = [&](const auto& one) { return function.has(one.line); };
    return std::any_of(source.launches.begin(), source.launches.end(), is_here) ||
           std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
             return is_here(call) && call.name.starts_with("cudaLaunch");
           });
  };
  for (const SourceFunction* const function : used) {
    if (function == &entry || function->is_kernel) continue;
    // A function that launches may be named by another one.
    const std::vector<const SourceFunction*> further = source.used_by(function->name);
    if (std::none_of(further.begin(), further.end(), [&](const auto* one) { return launches(*one); })) continue;
    for (const int line : source.lines_with(function->name, entry)) lines.push_back(line);
  }
  for (const simt::SourceLaunch& launch : source.launches) {
    if (entry.has(launch.line)) lines.push_back(launch.line);
  }
  for (const simt::SourceCall& call : source.calls) {
    if (entry.has(call.line) && call.name.starts_with("cudaLaunch")) lines.push_back(call.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// The last line of `entry` that copies something; 0: there is none.
int last_copy(const SourceIndex& source, const SourceFunction& entry, std::string_view direction) {
  int line = 0;
  for (const simt::SourceCall& call : source.calls) {
    if (!entry.has(call.line) || !call.name.starts_with("cudaMem")) continue;
    const bool is_meant =
        direction.empty() || std::find(call.arguments.begin(), call.arguments.end(), direction) != call.arguments.end();
    if (is_meant) line = std::max(line, call.line);
  }
  return line;
}

/// "in and n"
std::string list_of(const std::vector<SourceParameter>& parameters) {
  std::string text;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parameters.size() ? " and " : ", ") + parameters[i].name;
  }
  return text;
}

}  // namespace

std::optional<Unused> unused_parameter(const SourceIndex& source, std::string_view entry) {
  const auto found = std::find_if(source.functions.begin(), source.functions.end(),
                                  [&](const SourceFunction& one) { return one.name == entry && !one.is_kernel; });
  if (found == source.functions.end()) return std::nullopt;
  std::vector<SourceParameter> unused;
  for (const SourceParameter& one : found->named) {
    if (!is_used(source, *found, one.name)) unused.push_back(one);
  }
  if (unused.empty()) return std::nullopt;
  const std::vector<int> launches = launching_lines(source, *found);
  const bool has_kernels = std::any_of(source.functions.begin(), source.functions.end(),
                                       [](const SourceFunction& one) { return one.is_kernel; });
  Unused result;
  Finding& finding = result.finding;
  finding.name = "unused-parameter";
  finding.line = found->first_line;
  if (launches.empty() && has_kernels) {
    const int copy_in = last_copy(source, *found, "cudaMemcpyHostToDevice");
    const int copy = copy_in != 0 ? copy_in : last_copy(source, *found, "");
    if (copy != 0) finding.line = copy;
    finding.other_line = copy == 0 ? 0 : found->first_line;
    finding.text =
        fmt::format("{} launches no kernel, and uses {} nowhere: {}the launch that computes the result is missing",
                    found->name, list_of(unused), copy == 0 ? "" : "behind this line, ");
    return result;
  }
  const auto memory = std::find_if(unused.begin(), unused.end(), [](const auto& one) { return one.is_pointer; });
  if (memory == unused.end()) {
    result.is_number = true;
    finding.text = fmt::format("{} uses {} nowhere, and the result depends on it", found->name, list_of(unused));
    return result;
  }
  if (memory->is_constant) {
    if (!launches.empty()) finding.line = launches.front();
    finding.text = fmt::format(
        "{} uses {} nowhere, so it is not read: {}", found->name, memory->name,
        launches.empty() ? "what does is missing"
                         : "either this launch should be given it, or a copy from there is missing before this line");
  } else {
    const int last = std::max(launches.empty() ? 0 : launches.back(), last_copy(source, *found, ""));
    if (last != 0) finding.line = last;
    finding.text = fmt::format("{} uses {} nowhere, so nothing is stored there: {}", found->name, memory->name,
                               last == 0 ? "what does is missing"
                                         : "either this line should be given it, or a copy to there is missing behind "
                                           "this line");
  }
  finding.other_line = finding.line == found->first_line ? 0 : found->first_line;
  return result;
}

}  // namespace grader

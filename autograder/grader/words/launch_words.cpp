#include "grader/words/launch_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/words/origin_words.hpp"

namespace grader {

Finding fault_of_arguments(const simt::SourceIndex& source, std::string_view entry) {
  Finding finding;
  finding.name = "launch-arguments";
  for (const simt::SourceCall& call : source.calls) {
    const simt::SourceFunction* const around = source.function_around(call.line);
    const bool is_launch = call.name == "cudaLaunchCooperativeKernel" || call.name == "cudaLaunchKernel";
    if (!is_launch || call.arguments.size() < 4 || around == nullptr || around->name != entry) continue;
    const auto list = std::find_if(source.lists.begin(), source.lists.end(), [&](const simt::SourceList& one) {
      return one.name == call.arguments[3] && source.function_around(one.line) == around;
    });
    const auto kernel = std::find_if(source.functions.begin(), source.functions.end(), [&](const auto& one) {
      return one.is_kernel && call.arguments[0].ends_with(one.name);
    });
    if (list == source.lists.end()) continue;
    finding.line = list->line;
    finding.other_line = call.line;
    // A variable that is set here may hold an address, also where a cast is around it.
    const auto is_set_here = [&](const std::string& element) {
      return std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
        const bool is_cast = element.ends_with("(" + one.name + ")") || element.ends_with(")" + one.name);
        return (one.name == element || is_cast) && source.function_around(one.line) == around;
      });
    };
    const auto value = std::find_if(list->elements.begin(), list->elements.end(), [&](const std::string& element) {
      return element.find('&') == std::string::npos && element.find("address") == std::string::npos &&
             !is_set_here(element);
    });
    if (value != list->elements.end()) {
      finding.text = fmt::format(
          "{} in the list {} is no address of an argument: the launch at line {} reads each argument where an "
          "element of the list points",
          *value, list->name, call.line);
      return finding;
    }
    if (kernel == source.functions.end() || kernel->parameters == static_cast<int>(list->elements.size())) continue;
    finding.text = fmt::format("the list {} has {} arguments for the launch at line {}, and the kernel {} has {}",
                               list->name, list->elements.size(), call.line, kernel->name, kernel->parameters);
    return finding;
  }
  return finding;
}

std::optional<Finding> few_blocks(const simt::SourceIndex& source, std::string_view entry,
                                  const course::MetricValues& values, const course::TrafficLimits& limits) {
  if (course::judge("busiest_block", values, limits) != course::Judgement::too_much) return std::nullopt;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  const simt::SourceLaunch* only = nullptr;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (std::find(used.begin(), used.end(), source.function_around(launch.line)) == used.end()) continue;
    if (only != nullptr) return std::nullopt;
    only = &launch;
  }
  if (only == nullptr || only->shape.empty()) return std::nullopt;
  Finding finding;
  finding.name = "slow-line";
  finding.is_remark = true;
  finding.line = line_of_origin(source, entry, only->line, only->shape.front());
  const bool is_there = finding.line == only->line;
  if (!is_there) finding.other_line = only->line;
  finding.text = fmt::format(
      "{} is the number of blocks{}. Either it is too small for this size, or only some of the blocks get "
      "something to do",
      only->shape.front(), is_there ? "" : fmt::format(" of the launch at line {}", only->line));
  return finding;
}

std::optional<Finding> remark_on_occupancy(const simt::SourceIndex& source, std::string_view entry) {
  for (const simt::SourceFunction* const function : source.used_by(entry)) {
    for (const simt::SourceCall& asked : source.calls) {
      const bool is_question = asked.name.starts_with("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
      if (!is_question || asked.arguments.size() < 4 || !function->has(asked.line)) continue;
      int launched = 0;
      for (const simt::SourceLaunch& launch : source.launches) {
        const bool is_same =
            launch.shape.size() > 1 && launch.shape[0] == asked.arguments[2] && launch.shape[1] != asked.arguments[2];
        if (is_same && function->has(launch.line)) launched = launch.line;
      }
      for (const simt::SourceCall& call : source.calls) {
        const bool is_same = call.name == "cudaLaunchCooperativeKernel" && call.arguments.size() > 2 &&
                             call.arguments[1] == asked.arguments[2] && call.arguments[2] != asked.arguments[2];
        if (is_same && function->has(call.line)) launched = call.line;
      }
      if (launched == 0) continue;
      Finding finding;
      finding.name = "launch-shape";
      finding.line = asked.line;
      finding.other_line = launched;
      finding.is_remark = true;
      finding.text = fmt::format(
          "here {0} stands for the threads of a block, and at line {1} for the number of blocks: how many blocks fit "
          "depends on the threads that each has",
          asked.arguments[2], launched);
      return finding;
    }
  }
  return std::nullopt;
}

std::optional<Finding> remark_on_kept_error(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  int peeked = 0;
  for (const simt::SourceCall& call : source.calls) {
    if (std::find(used.begin(), used.end(), source.function_around(call.line)) == used.end()) continue;
    if (call.name == "cudaGetLastError" || call.name == "cudaDeviceReset") return std::nullopt;
    if (call.name == "cudaPeekAtLastError" && peeked == 0) peeked = call.line;
  }
  if (peeked == 0) return std::nullopt;
  Finding finding;
  finding.name = "stale";
  finding.line = peeked;
  finding.is_remark = true;
  finding.text =
      "cudaPeekAtLastError only looks at an error, which stays: the next call of this function finds it here again, "
      "although its own launch is good. cudaGetLastError takes it away";
  return finding;
}

}  // namespace grader

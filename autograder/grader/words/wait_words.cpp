#include "grader/words/wait_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace grader {
namespace {

constexpr std::array<std::string_view, 5> waiting_calls{"cudaDeviceSynchronize", "cudaStreamSynchronize",
                                                        "cudaEventSynchronize", "cudaMemcpy", "cudaStreamQuery"};

/// The loop around `line`, or else around a call of the function that it is in, in one of `used`; 0: there is none.
int loop_of_call(const simt::SourceIndex& source, int line, const std::vector<const simt::SourceFunction*>& used) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (const int loop = source.loop_around(line).line; loop != 0 || function == nullptr) return loop;
  for (const simt::SourceCall& call : source.own_calls) {
    const bool is_used = std::find(used.begin(), used.end(), source.function_around(call.line)) != used.end();
    const int loop = call.name == function->name && is_used ? source.loop_around(call.line).line : 0;
    if (loop != 0) return loop;
  }
  return 0;
}

}  // namespace

std::optional<Finding> waiting_call(const simt::SourceIndex& source, std::string_view entry,
                                    const course::MetricValues& values, const course::TrafficLimits& limits) {
  const bool is_too_much = course::judge("waits", values, limits) == course::Judgement::too_much;
  if (!is_too_much) return std::nullopt;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceCall& call : source.calls) {
    const bool waits = std::find(waiting_calls.begin(), waiting_calls.end(), call.name) != waiting_calls.end();
    const bool is_used = std::find(used.begin(), used.end(), source.function_around(call.line)) != used.end();
    const int loop = loop_of_call(source, call.line, used);
    if (!waits || !is_used || loop == 0) continue;
    Finding finding;
    finding.name = "slow-line";
    finding.is_remark = true;
    finding.line = call.line;
    finding.other_line = loop;
    finding.text = fmt::format(
        "{} lets the host wait here in every round of the loop at line {}. Launches in one stream run one after the "
        "other without that",
        call.name, loop);
    return finding;
  }
  return std::nullopt;
}

}  // namespace grader

// What launches asked of the L2 cache's persisting lines: whether it helps, and which member of the window is at fault.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"

namespace grader {

/// Where DRAM moves too much: the first of `windows`, what launches asked of the L2 cache.
std::optional<Finding> window_of(const std::vector<Finding>& windows, const course::MetricValues& values,
                                 const course::TrafficLimits& limits);

/// Where a window is of no use by one member of it, `in_words` of that window moves to the line of the function `entry`
/// that sets this member, if there is exactly one. `windows` and `in_words` are the same ones; `inputs` are the lengths
/// of the part's inputs in bytes.
void name_members(const std::vector<simt::FindingRecord>& windows, const simt::SourceIndex& source,
                  std::string_view entry, const std::vector<std::int64_t>& inputs, std::vector<Finding>& in_words);

/// Where a launch has no window, or nothing is set aside for it, since the call that asks for it was refused:
/// `windows`, those of `evidence`, are about that call then, with the reason. `refused` are the refused calls of
/// `evidence`.
void name_refused_call(const simt::Evidence& evidence, const simt::SourceIndex& source, std::string_view entry,
                       const std::vector<Finding>& refused, std::vector<Finding>& windows);

/// What a launch asked of the L2 cache's persisting lines, where that can be of no use: as a remark on a part that is
/// fast enough without. `windows` and `in_words` are the same ones; `sets_window`: the code asks for one somewhere.
std::optional<Finding> useless_window(const std::vector<simt::FindingRecord>& windows,
                                      const std::vector<Finding>& in_words, bool sets_window);

}  // namespace grader

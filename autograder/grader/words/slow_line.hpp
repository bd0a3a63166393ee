// The one line that costs a part its points for speed, from the emulator's counters.
#pragma once

#include <optional>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"

namespace grader {

/// Of the metric that is beyond its limit first, the line that contributes most, with its numbers; a finding of the
/// kind "slow-line". Nothing where all is within the limits, or no line is known.
std::optional<Finding> worst_line(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits);

/// Where DRAM moves too much: the first of `windows`, what launches asked of the L2 cache.
std::optional<Finding> window_of(const std::vector<Finding>& windows, const course::MetricValues& values,
                                 const course::TrafficLimits& limits);

}  // namespace grader

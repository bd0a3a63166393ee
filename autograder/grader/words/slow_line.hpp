// The one line that costs a part its points for speed, from the emulator's counters. Why that line is slow, other files
// add: coalescing_words.hpp, bank_conflict_words.hpp, reuse_words.hpp.
#pragma once

#include <optional>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"

namespace grader {

/// Of the metric that is beyond its limit first, the line that contributes most, with its numbers; a finding of the
/// kind "slow-line". Nothing where all is within the limits, or no line is known. `before`: so many metrics beyond
/// their limits are left out first.
std::optional<Finding> worst_line(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, int before = 0);

/// Where too many bytes move, and not because neighbouring threads are far apart: the loop in which a few lanes of a
/// warp load for all of them, if one request of all lanes would save all that is beyond the limit.
std::optional<Finding> few_lanes_load(const simt::SourceIndex& source, const std::vector<Traffic>& rows,
                                      const course::MetricValues& values, const course::TrafficLimits& limits);

/// Whether what is beyond its limit first, or behind so many others, are bank conflicts: `worst_line` is then about
/// shared memory.
bool is_conflict(const course::MetricValues& values, const course::TrafficLimits& limits, int before = 0);

}  // namespace grader

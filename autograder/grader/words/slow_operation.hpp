// The copy, kernel or call that costs a part its time in the emulator's virtual time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"

namespace grader {

/// Of a part, the function `entry`, that is too slow in virtual time: what costs most; a finding of the kind
/// "slow-operation".
std::optional<Finding> slow_operation(const std::vector<TimelineOperation>& timeline,
                                      const course::MetricValues& values, const course::TrafficLimits& limits,
                                      const simt::SourceIndex& source, std::string_view entry);

/// False where a part's stages are to run one after the other, or its time is not judged.
bool is_about_overlap(const course::TrafficLimits& limits);

}  // namespace grader

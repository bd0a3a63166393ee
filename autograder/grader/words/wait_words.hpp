// Of a part whose host waits between its launches: the line that waits.
#pragma once

#include <optional>
#include <string_view>

#include "course/metrics.hpp"
#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Where the metric "waits" is beyond its limit: the first call in a loop, of what the function `entry` uses, by which
/// the host waits for the device. Nothing where none is seen.
std::optional<Finding> waiting_call(const simt::SourceIndex& source, std::string_view entry,
                                    const course::MetricValues& values, const course::TrafficLimits& limits);

}  // namespace grader

// Of a part that asks the device for more copies, or more kernels, than are needed: the line that does.
#pragma once

#include <optional>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"
#include "grader/timeline.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Where the metric "copies" or "launches" is beyond its limit: the line that asks for most; of kernels that are each
/// launched once, one that only copies elements. Of a line in a helper of `entry`, the loop that calls it. A finding of
/// the kind "slow-line"; nothing where no line stands out.
std::optional<Finding> too_many_operations(const simt::SourceIndex& source, std::string_view entry,
                                           const std::vector<AskedFor>& asked, const course::MetricValues& values,
                                           const course::TrafficLimits& limits);

}  // namespace grader

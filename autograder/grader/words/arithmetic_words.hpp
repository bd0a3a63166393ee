// Of a part whose warps spend too much arithmetic: the line where lanes wait, or compute what is not needed.
#pragma once

#include <optional>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"
#include "grader/words/source_lines.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Where the metric "divergence" is beyond its limit: the condition that keeps lanes of a warp from the arithmetic that
/// costs most, or the line of that arithmetic, where all lanes take part, or the two calls of `alternatives`
/// (course::Part) that all threads make, or the condition between them. Nothing where no line is known.
std::optional<Finding> wasted_arithmetic(const simt::SourceIndex& source, const std::vector<LocatedArithmetic>& busiest,
                                         const course::MetricValues& values, const course::TrafficLimits& limits,
                                         const std::vector<std::string>& alternatives);

}  // namespace grader

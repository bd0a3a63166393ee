// The same bytes moved more than once: which line does it, and why.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"

namespace grader {

/// What `worst_line` says of a line that moves too much without being scattered; `add_reuse` puts the cause in its
/// place, where it knows one.
inline constexpr std::string_view unexplained_reuse =
    "ask for the same bytes again and again, or for few lanes at a time";

/// Says of `slow`, a line that moves the same bytes again and again, why it does: all lanes want one word, a loop comes
/// back to the same element, or the array is none of those that the part `entry` is given. Nothing where that is not
/// known.
void add_reuse(const simt::SourceIndex& source, std::string_view entry, const std::vector<Traffic>& rows,
               Finding& slow);

/// Of traffic that is beyond its limit, and would not be without it: a line that stores the same element of the output
/// in every round of a loop. `elements` are those of all outputs.
std::optional<Finding> stored_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                    const course::TrafficLimits& limits, const simt::SourceIndex& source,
                                    std::int64_t elements);

/// Of traffic that is beyond its limit, and would mostly not be without them: the worst of the lines that take the same
/// element of global memory in every round of a loop.
std::optional<Finding> used_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, const simt::SourceIndex& source);

/// Where DRAM moves too much: the line whose loads most often come from DRAM once more.
std::optional<Finding> loaded_again(const simt::SourceIndex& source, const std::vector<Traffic>& rows,
                                    const course::MetricValues& values, const course::TrafficLimits& limits);

}  // namespace grader

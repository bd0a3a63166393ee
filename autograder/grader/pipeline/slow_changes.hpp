// What makes it slow? Of a part that is right and beyond its limits for traffic, the emulator runs many variants, each
// with one small change to the student's code. Where one stays right and brings the counters back within the limits,
// there the accesses are lost, and the change says by what.
#pragma once

#include <optional>

#include "grader/pipeline/part_state.hpp"

namespace grader {

struct SlowChange {
  Finding finding;         ///< in words
  bool is_within = false;  ///< with it, nothing is beyond its limit any more
};

/// The change in words, with the counter before and after it; nothing where none is found, or several lines are as
/// good. `counted` is of the part without a change at its performance size, and beyond `limits`; `slow` is its worst
/// line.
std::optional<SlowChange> find_slow_change(const Context& context, const PartState& state,
                                           const course::MetricValues& counted, const course::TrafficLimits& limits,
                                           const Finding& slow);

/// Of a part that is right, whose copies and kernels wait for each other too long: a wait without which it stays right
/// and loses at least half of the time beyond its limit. Nothing where there is none.
std::optional<Finding> find_surplus_wait(const Context& context, const PartState& state,
                                         const course::MetricValues& counted, const course::TrafficLimits& limits);

}  // namespace grader

// From measurements to points. Pure functions: the same numbers always give the same verdict.
#pragma once

#include <optional>

#include "course/rules.hpp"
#include "grader/result.hpp"

namespace grader {

/// Points for speed at `share` of the baseline: linear between zero_at and full_at, to one tenth of a point.
/// zero_at == full_at is a hard minimum.
double fast_points(double share, const course::PartRules& rules);

/// Adds the points (or the reasons for their loss) to a part that is right. Where the baseline is a copy, full points
/// start at `full_at` of the copy or at 0.98 of the reference, whichever is less: on some devices, and at some sizes,
/// the reference does not come as close to a copy as on an H200. More than `peak`, what the device
/// can move at all, is implausible and earns nothing.
void judge_performance(const course::Part& part, const course::PartRules& rules, std::optional<units::GBps> peak,
                       Performance performance, PartResult& result);

/// The same from predicted speeds: full points need what they need on a GPU. What the time does not show, the counters
/// in `summary` do: work that is left out, and waits of the host, earn no points.
void judge_prediction(const course::Part& part, const course::PartRules& rules, const TrafficSummary& summary,
                      PredictedPerformance predicted, PartResult& result);

/// The same from the emulator's counters: points_traffic within the limits of course.toml, none beyond.
void judge_traffic(const course::Part& part, const course::PartRules& rules, const TrafficSummary& summary,
                   PartResult& result);

/// passed, partial or what `result` already says, by its points.
void settle_verdict(PartResult& result);

}  // namespace grader

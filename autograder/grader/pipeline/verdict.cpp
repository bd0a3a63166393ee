#include "grader/pipeline/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "grader/words/reasons.hpp"

namespace grader {

namespace {

/// What is within 2 % of the reference gets all points, even where the reference is too far from the ceiling, a copy or
/// the part's bound, for them.
constexpr double as_fast_as_the_reference = 0.98;

units::GBps smaller_of(units::GBps ceiling, units::GBps reference, const course::PartRules& rules) {
  return std::min(ceiling, {reference.value * as_fast_as_the_reference / rules.full_at});
}

}  // namespace

double fast_points(double share, const course::PartRules& rules) {
  if (share >= rules.full_at) return rules.points_fast;
  if (!(share >= rules.zero_at) || rules.zero_at >= rules.full_at) return 0;
  return std::floor(rules.points_fast * (share - rules.zero_at) / (rules.full_at - rules.zero_at) * 10) / 10;
}

void judge_performance(const course::Part& part, const course::PartRules& rules, std::optional<units::GBps> peak,
                       Performance performance, PartResult& result) {
  units::GBps baseline = performance.reference;
  if (rules.baseline == course::Baseline::copy) baseline = smaller_of(performance.copy, performance.reference, rules);
  if (rules.baseline == course::Baseline::bound) baseline = smaller_of(performance.bound, performance.reference, rules);
  performance.minimum = {baseline.value * rules.full_at};
  result.performance = performance;
  if (peak && performance.gbps > *peak) {
    result.reasons.push_back(reason_implausible(performance, *peak));
    return;
  }
  if (performance.gbps < performance.device_minimum) {
    result.reasons.push_back(reason_below_device_minimum(part, performance));
    return;
  }
  const double points = fast_points(performance.gbps / baseline, rules);
  if (points < rules.points_fast) result.reasons.push_back(reason_slow(part, performance, rules));
  result.points += points;
}

void judge_prediction(const course::Part& part, const course::PartRules& rules, const TrafficSummary& summary,
                      PredictedPerformance predicted, PartResult& result) {
  result.traffic_summary = summary;
  result.limits = rules.traffic;
  const units::GBps baseline = rules.baseline == course::Baseline::copy
                                   ? smaller_of(predicted.copy, predicted.reference, rules)
                                   : predicted.reference;
  predicted.minimum = {baseline.value * rules.full_at};
  const double points = fast_points(predicted.gbps / baseline, rules);
  std::vector<Reason> reasons = reasons_beside_time(part, summary, rules.traffic);
  if (reasons.empty()) {
    result.points += points;
    if (points < rules.points_fast) reasons.push_back(reason_predicted_slow(part, predicted));
  }
  result.reasons.insert(result.reasons.end(), reasons.begin(), reasons.end());
  result.predicted = std::move(predicted);
}

void judge_traffic(const course::Part& part, const course::PartRules& rules, const TrafficSummary& summary,
                   PartResult& result) {
  result.traffic_summary = summary;
  result.limits = rules.traffic;
  const auto reasons = reasons_for_traffic(part, summary, rules.traffic);
  result.reasons.insert(result.reasons.end(), reasons.begin(), reasons.end());
  if (reasons.empty()) result.points += rules.points_traffic;
}

void settle_verdict(PartResult& result) {
  if (result.verdict == Verdict::could_not_be_graded || result.verdict == Verdict::not_on_this_device) return;
  if (result.points == 0) return;
  result.verdict = result.points >= result.max_points ? Verdict::passed : Verdict::partial;
}

}  // namespace grader

#include "course/metrics.hpp"

#include <algorithm>

namespace course {

Judgement judge(MetricKey key, const MetricValues& values, const TrafficLimits& limits) {
  const std::optional<double>& value = values[key];
  const std::optional<double>& limit = limits.at_most[key];
  if (!value || !limit) return Judgement::not_judged;
  if (!key.metric().too_little.empty() && *value < limits.at_least) return Judgement::too_little;
  return *value <= *limit ? Judgement::within : Judgement::too_much;
}

bool is_within_limits(const MetricValues& values, const TrafficLimits& limits) {
  return std::all_of(metrics.begin(), metrics.end(), [&](const Metric& metric) {
    const Judgement judgement = judge(metric, values, limits);
    return judgement == Judgement::not_judged || judgement == Judgement::within;
  });
}

}  // namespace course

#include "course/metrics.hpp"

#include <gtest/gtest.h>

#include <set>

namespace course {
namespace {

Judgement judged(std::optional<double> value, std::optional<double> limit, double at_least = 0.9) {
  MetricValues values;
  values["dram_vs_minimum"] = value;
  TrafficLimits limits{.at_most = {}, .at_least = at_least};
  limits.at_most["dram_vs_minimum"] = limit;
  return judge("dram_vs_minimum", values, limits);
}

TEST(Judge, AValueIsHeldAgainstTheLimitAndTheMinimum) {
  EXPECT_EQ(judged(1.1, 1.1), Judgement::within);
  EXPECT_EQ(judged(1.11, 1.1), Judgement::too_much);
  EXPECT_EQ(judged(0.9, 1.1), Judgement::within);
  EXPECT_EQ(judged(0.89, 1.1), Judgement::too_little);
  EXPECT_EQ(judged(0.0, 1.1, 0), Judgement::within);
}

TEST(Judge, WithoutALimitOrWithoutAValueNothingIsJudged) {
  EXPECT_EQ(judged(9, std::nullopt), Judgement::not_judged);
  EXPECT_EQ(judged(0, std::nullopt), Judgement::not_judged);
  EXPECT_EQ(judged(std::nullopt, 1.1), Judgement::not_judged) << "a device without caches has no such value";
}

TEST(Judge, FewConflictsAreNeverTooLittle) {
  const TrafficLimits limits{.at_most = {{"conflict_share", 0.5}}, .at_least = 0.9};
  EXPECT_EQ(judge("conflict_share", {{"conflict_share", 0.0}}, limits), Judgement::within);
}

TEST(Judge, OneMetricBeyondItsLimitIsEnough) {
  const TrafficLimits limits{.at_most = {{"traffic_vs_minimum", 1.1}, {"launches", 1}}, .at_least = 0.9};
  EXPECT_TRUE(is_within_limits({{"traffic_vs_minimum", 1}, {"launches", 1}, {"copies", 99}}, limits));
  EXPECT_FALSE(is_within_limits({{"traffic_vs_minimum", 1}, {"launches", 2}}, limits));
  EXPECT_FALSE(is_within_limits({{"traffic_vs_minimum", 0.5}, {"launches", 1}}, limits));
}

TEST(Metrics, KeysAndTitlesDiffer) {
  std::set<std::string_view> keys, titles;
  for (const Metric& metric : metrics) {
    EXPECT_TRUE(keys.insert(metric.key).second) << metric.key;
    EXPECT_TRUE(titles.insert(metric.title).second) << metric.title;
  }
}

}  // namespace
}  // namespace course

#include "grader/pipeline/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using testing::HasSubstr;
using units::GBps;

course::PartRules rules() {
  course::PartRules rules;
  rules.points_right = 10;
  rules.points_fast = 20;
  rules.points_traffic = 15;
  rules.zero_at = 0.5;
  rules.full_at = 0.9;
  rules.traffic.at_most["traffic_vs_minimum"] = 1.1;
  return rules;
}

const course::Part& part() { return tests::lab("lab3").parts[1]; }

PartResult right_so_far() {
  PartResult result;
  result.points = 10;
  result.max_points = 30;
  return result;
}

Performance at(double gbps) {
  Performance performance;
  performance.gbps = {gbps};
  performance.reference = {1000};
  return performance;
}

TEST(FastPoints, AreLinearBetweenTheTwoThresholds) {
  EXPECT_DOUBLE_EQ(fast_points(0.49, rules()), 0);
  EXPECT_DOUBLE_EQ(fast_points(0.5, rules()), 0);
  EXPECT_NEAR(fast_points(0.7, rules()), 10, 0.1);
  EXPECT_DOUBLE_EQ(fast_points(0.9, rules()), 20);
  EXPECT_DOUBLE_EQ(fast_points(1.3, rules()), 20);
}

TEST(FastPoints, EqualThresholdsAreAHardMinimum) {
  course::PartRules hard = rules();
  hard.zero_at = hard.full_at = 0.9;
  EXPECT_DOUBLE_EQ(fast_points(0.8999, hard), 0);
  EXPECT_DOUBLE_EQ(fast_points(0.9, hard), 20);
}

TEST(FastPoints, NotANumberEarnsNothing) { EXPECT_DOUBLE_EQ(fast_points(std::nan(""), rules()), 0); }

TEST(JudgePerformance, FullPointsAreSaidWithoutAReason) {
  PartResult result = right_so_far();
  judge_performance(part(), rules(), GBps{2000}, at(950), result);
  settle_verdict(result);
  EXPECT_EQ(result.verdict, Verdict::passed);
  EXPECT_TRUE(result.reasons.empty());
  EXPECT_DOUBLE_EQ(result.performance->minimum.value, 900);
}

TEST(JudgePrediction, CountsAsTheSameSpeedOnAGpuWould) {
  const PredictedPerformance slow{{700}, {1000}, {}, {4000}, "h200"};
  PartResult predicted = right_so_far(), measured = right_so_far();
  judge_prediction(part(), rules(), {}, slow, predicted);
  judge_performance(part(), rules(), GBps{2000}, at(700), measured);
  EXPECT_DOUBLE_EQ(predicted.points, measured.points);
  EXPECT_DOUBLE_EQ(predicted.predicted->minimum.value, 900);
  EXPECT_FALSE(predicted.performance) << "nothing was measured";
  EXPECT_THAT(predicted.reasons.front().text,
              HasSubstr("predicted 700 GB/s on an h200, where full points start at 900 GB/s: "));
}

TEST(JudgePrediction, ACopyIsTheBaselineWhereTheReferenceComesCloseToIt) {
  course::PartRules of_copy = rules();
  of_copy.baseline = course::Baseline::copy;
  PartResult result = right_so_far();
  judge_prediction(part(), of_copy, {}, {{890}, {1000}, {}, {4000}, "h200"}, result);
  EXPECT_LT(result.points, 30);
  result = right_so_far();
  judge_prediction(part(), of_copy, {}, {{980}, {1000}, {}, {4000}, "h200"}, result);
  EXPECT_DOUBLE_EQ(result.points, 30) << "within 2 % of a reference that is far from a copy";
}

// As fast as the reference, but for a reason that time does not show.
TEST(JudgePrediction, WhatNoTimeShowsEarnsNothing) {
  const PredictedPerformance fast{{1000}, {1000}, {}, {4000}, "h200"};
  course::PartRules limited = rules();
  limited.traffic.at_least = 0.9;
  limited.traffic.at_most = {{"traffic_vs_minimum", 1.1}, {"waits", 0}};
  const auto points = [&](const course::MetricValues& values) {
    TrafficSummary counted;
    counted.values = values;
    PartResult result = right_so_far();
    judge_prediction(part(), limited, counted, fast, result);
    EXPECT_EQ(result.reasons.empty(), result.points == 30);
    return result.points;
  };
  EXPECT_DOUBLE_EQ(points({{"traffic_vs_minimum", 1}, {"waits", 0}}), 30);
  EXPECT_DOUBLE_EQ(points({{"traffic_vs_minimum", 2}, {"waits", 0}}), 30) << "the time has it";
  EXPECT_DOUBLE_EQ(points({{"traffic_vs_minimum", 0.1}, {"waits", 0}}), right_so_far().points);
  EXPECT_DOUBLE_EQ(points({{"traffic_vs_minimum", 1}, {"waits", 7}}), right_so_far().points);
}

TEST(JudgePerformance, ALostPointHasItsReason) {
  PartResult result = right_so_far();
  judge_performance(part(), rules(), GBps{2000}, at(700), result);
  settle_verdict(result);
  EXPECT_EQ(result.verdict, Verdict::partial);
  ASSERT_EQ(result.reasons.size(), 1U);
  EXPECT_THAT(result.reasons.front().text,
              HasSubstr("700 GB/s, where full points start at 900 GB/s (90 % of the reference)"));
  EXPECT_THAT(result.reasons.front().read_on, HasSubstr("README.md"));
}

TEST(JudgePerformance, BaselineCopyIsTheCopyOfThisRun) {
  course::PartRules by_copy = rules();
  by_copy.baseline = course::Baseline::copy;
  PartResult result = right_so_far();
  Performance performance = at(1000);
  performance.copy = {2000};
  performance.reference = {1900};
  judge_performance(part(), by_copy, std::nullopt, performance, result);
  EXPECT_DOUBLE_EQ(result.performance->minimum.value, 1800);
  EXPECT_DOUBLE_EQ(result.points, 10);
  EXPECT_THAT(result.reasons.front().text, HasSubstr("(90 % of a copy)"));
}

// On some devices, and at some sizes, the reference is further from a copy than full_at.
TEST(JudgePerformance, WhereTheReferenceIsFarFromACopyItIsTheBaseline) {
  course::PartRules by_copy = rules();
  by_copy.baseline = course::Baseline::copy;
  const auto judged = [&](double gbps) {
    Performance performance = at(gbps);
    performance.copy = {2000};
    performance.reference = {1500};
    PartResult result = right_so_far();
    judge_performance(part(), by_copy, std::nullopt, performance, result);
    return result;
  };
  EXPECT_DOUBLE_EQ(judged(1500).performance->minimum.value, 1470);
  EXPECT_DOUBLE_EQ(judged(1500).points, 30) << "as good as the reference";
  EXPECT_DOUBLE_EQ(judged(1470).points, 30);
  EXPECT_LT(judged(1460).points, 30);
  EXPECT_THAT(judged(1460).reasons.front().text, HasSubstr("full points start at 1470 GB/s (98 % of the reference)"));
  // zero_at goes along: 0.5 ÷ 0.9 of what full points need.
  EXPECT_DOUBLE_EQ(judged(816).points, 10);
  EXPECT_GT(judged(830).points, 10);
}

TEST(JudgePerformance, ABoundIsTheBaselineWhereTheReferenceComesNearIt) {
  course::PartRules by_bound = rules();
  by_bound.baseline = course::Baseline::bound;
  const auto judged = [&](double gbps, double reference) {
    Performance performance = at(gbps);
    performance.bound = {2000};
    performance.reference = {reference};
    PartResult result = right_so_far();
    judge_performance(part(), by_bound, std::nullopt, performance, result);
    return result;
  };
  EXPECT_DOUBLE_EQ(judged(1000, 1900).performance->minimum.value, 1800);
  EXPECT_THAT(judged(1000, 1900).reasons.front().text,
              HasSubstr("(90 % of what the slowest piece of the work reaches"));
  EXPECT_DOUBLE_EQ(judged(1470, 1500).points, 30);
  EXPECT_THAT(judged(1460, 1500).reasons.front().text, HasSubstr("(98 % of the reference)"));
}

TEST(JudgePerformance, BelowTheMinimumOfTheDeviceSpeedEarnsNothing) {
  PartResult result = right_so_far();
  Performance performance = at(950);
  performance.device_minimum = {951};
  judge_performance(part(), rules(), GBps{2000}, performance, result);
  EXPECT_DOUBLE_EQ(result.points, 10);
  ASSERT_EQ(result.reasons.size(), 1U);
  EXPECT_THAT(result.reasons.front().text, HasSubstr("points for speed start at 951 GB/s on this GPU"));
}

TEST(JudgePerformance, MoreThanTheDeviceCanMoveIsImplausible) {
  PartResult result = right_so_far();
  judge_performance(part(), rules(), GBps{2000}, at(2001), result);
  EXPECT_DOUBLE_EQ(result.points, 10);
  ASSERT_EQ(result.reasons.size(), 1U);
  EXPECT_THAT(result.reasons.front().text, HasSubstr("implausible"));
}

TEST(JudgeTraffic, AllOrNothingByTheLimits) {
  PartResult good = right_so_far();
  judge_traffic(part(), rules(), {.values = {{"traffic_vs_minimum", 1.05}}}, good);
  EXPECT_DOUBLE_EQ(good.points, 25);
  PartResult bad = right_so_far();
  judge_traffic(part(), rules(), {.values = {{"traffic_vs_minimum", 1.2}}}, bad);
  EXPECT_DOUBLE_EQ(bad.points, 10);
  EXPECT_EQ(bad.reasons.size(), 1U);
}

TEST(SettleVerdict, WhatADeviceLacksIsNoPassAndLosesNothing) {
  PartResult result;
  result.verdict = Verdict::not_on_this_device;
  settle_verdict(result);
  EXPECT_EQ(result.verdict, Verdict::not_on_this_device);
}

TEST(SettleVerdict, CouldNotBeGradedIsNeverAZeroNorAPass) {
  PartResult result = right_so_far();
  result.verdict = Verdict::could_not_be_graded;
  settle_verdict(result);
  EXPECT_EQ(result.verdict, Verdict::could_not_be_graded);
}

}  // namespace
}  // namespace grader

#include "grader/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace grader {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(EstimateMedian, OfOddAndEvenCounts) {
  EXPECT_DOUBLE_EQ(estimate_median({3, 1, 2}).median, 2);
  EXPECT_DOUBLE_EQ(estimate_median({4, 1, 3, 2}).median, 2.5);
  EXPECT_DOUBLE_EQ(estimate_median({7}).median, 7);
}

TEST(EstimateMedian, IntervalOfTwentyIsBetweenTheFifthAndTheSixteenth) {
  // The tabled ranks of the sign test for n = 20 at 95 % are 6 and 15; the approximation may be one wider.
  const MedianEstimate estimate = estimate_median(one_to(20));
  EXPECT_DOUBLE_EQ(estimate.half_width, (16.0 - 5.0) / 2 / 10.5);
}

TEST(EstimateMedian, OneWildDelayDoesNotMoveIt) {
  std::vector<double> samples(20, 1.0);
  samples.back() = 1000;
  EXPECT_DOUBLE_EQ(estimate_median(samples).median, 1);
  EXPECT_DOUBLE_EQ(estimate_median(samples).half_width, 0);
}

TEST(EstimateMedian, IntervalCoversTheTrueMedianNineteenTimesOutOfTwenty) {
  // Symmetric noise, where the interval's middle is the median's estimate: its half-width must cover the truth.
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(0.9, 1.1);
  int covered = 0;
  constexpr int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> samples(30);
    for (double& sample : samples) sample = noise(random);
    const MedianEstimate estimate = estimate_median(samples);
    if (std::abs(estimate.median - 1) <= estimate.half_width * estimate.median) ++covered;
  }
  EXPECT_GT(covered, trials * 0.93);
}

TEST(Quantile, IsASample) {
  EXPECT_DOUBLE_EQ(quantile(one_to(20), 0.25), 5);
  EXPECT_DOUBLE_EQ(quantile(one_to(4), 0.0), 1);
  EXPECT_DOUBLE_EQ(quantile(one_to(4), 1.0), 4);
}

}  // namespace
}  // namespace grader

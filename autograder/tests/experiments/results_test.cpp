// What is made of samples, and how results reach the command.
#include "experiments/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace experiment {
namespace {

using testing::Contains;
using testing::HasSubstr;

Result timed(std::int64_t bytes, std::vector<double> seconds) {
  Result result{};
  result.bytes = bytes;
  result.seconds = std::move(seconds);
  return result;
}

TEST(Results, GigabytesAreTenToTheNinthOfTheMedian) { EXPECT_DOUBLE_EQ(timed(3'000'000'000, {1, 2, 100}).gbps(), 1.5); }

// A machine that slows down slows down both: round by round the ratio is 2 all the same.
TEST(Results, SpeedIsTheRatioRoundByRound) {
  const Speed drifting = speed(timed(8, {1, 2, 4, 8, 16}), timed(8, {2, 4, 8, 16, 32}));
  EXPECT_DOUBLE_EQ(drifting.ratio, 2);
  EXPECT_DOUBLE_EQ(drifting.ci95, 0);
  // Ratios 3, 2 and 0.5; that of the medians would be 1.5.
  EXPECT_DOUBLE_EQ(speed(timed(8, {1, 2, 3}), timed(8, {3, 4, 1.5})).ratio, 2);
}

TEST(Results, SpeedComparesBandwidthsWhereBytesDiffer) {
  EXPECT_DOUBLE_EQ(speed(timed(4, {1}), timed(8, {1})).ratio, 0.5);
}

TEST(Results, ACaseThatIsNotThereIsAnError) {
  Results results;
  results.all.push_back(timed(1, {1}));
  results.all.back().label = "one";
  EXPECT_TRUE(results.has("one"));
  EXPECT_FALSE(results.has("one", "a group"));
  EXPECT_THROW(results.of("two"), std::out_of_range);
}

TEST(Results, InputsAreScatteredMultiplesOfAnEighth) {
  std::set<float> seen;
  for (std::int64_t i = 0; i < 1000; ++i) {
    const float value = input(0, (std::int64_t{1} << 33) + i);
    EXPECT_EQ(value * 8, std::floor(value * 8));
    EXPECT_TRUE(value >= -1 && value < 1);
    seen.insert(value);
  }
  EXPECT_EQ(seen.size(), 16U);
  const auto differ = [](int from, int to) {
    int count = 0;
    for (std::int64_t i = 0; i < 1000; ++i) count += input(0, i) != input(from, i + to);
    return count;
  };
  EXPECT_GT(differ(1, 0), 900) << "two inputs are alike";
  EXPECT_GT(differ(0, 32), 900) << "a shift by 32 would not be noticed";
}

TEST(Results, SamplesSurviveAsLines) {
  Result one = timed(8'589'934'592, {1.0 / 3, 2e-7});
  one.group = "hot region, 15 MiB";
  one.label = "by blocks, 32 × 128";
  one.x = 0.1;
  one.launches = 7;
  one.steps = 100;
  const std::vector<Result> back = results_of_lines(to_lines({one, timed(1, {2})}));
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[0].group, one.group);
  EXPECT_EQ(back[0].label, one.label);
  EXPECT_EQ(back[0].x, one.x);
  EXPECT_EQ(back[0].bytes, one.bytes);
  EXPECT_EQ(back[0].launches, 7);
  EXPECT_EQ(back[0].steps, 100);
  EXPECT_EQ(back[0].seconds, one.seconds);
  EXPECT_EQ(back[1].seconds, std::vector{2.0});
}

TEST(Results, LinesThatAreNoSamplesAreRefused) {
  EXPECT_THROW(results_of_lines("a group\n"), std::runtime_error);
  EXPECT_THROW(results_of_lines("a group\na label\n0 8 1\n"), std::runtime_error);
  EXPECT_THROW(results_of_lines("a group\na label\n0 8 1 0\n"), std::runtime_error) << "no seconds";
  EXPECT_THROW(results_of_lines("a group\na label\n0 8 1 0 0.5 fast\n"), std::runtime_error);
}

TEST(Results, SmallOutputsAreComparedWhole) { EXPECT_EQ(elements_to_check(1000).size(), 1000U); }

TEST(Results, LargeOutputsAreComparedAtBothEndsAndAllOver) {
  const std::int64_t elements = std::int64_t{1} << 30;
  const std::vector<std::int64_t> chosen = elements_to_check(elements);
  EXPECT_THAT(chosen, Contains(0));
  EXPECT_THAT(chosen, Contains(elements - 1));
  // In every hundredth of it.
  for (int part = 0; part < 100; ++part) {
    const auto is_in_part = [&](std::int64_t i) { return i / (elements / 100 + 1) == part; };
    EXPECT_TRUE(std::any_of(chosen.begin(), chosen.end(), is_in_part)) << part;
  }
  for (const std::int64_t i : chosen) EXPECT_TRUE(i >= 0 && i < elements);
}

TEST(Results, AWrongElementIsNamed) {
  const Case checked{"", 0, 0, {}, [](std::int64_t i) { return i == 7 ? untouched : 0.5F; }};
  EXPECT_EQ(first_mismatch(checked, {6, 7}, {0.5F, untouched}), "");
  EXPECT_THAT(first_mismatch(checked, {6, 7}, {0.5F, 0.5F}), HasSubstr("element 7 of the output is 0.5"));
  EXPECT_THAT(first_mismatch(checked, {6}, {std::nanf("")}), HasSubstr("element 6"));
}

TEST(Results, AClaimHoldsPartlyWhenOnlyItsDirectionIsRight) {
  EXPECT_EQ(judged(true, true), Holds::yes);
  EXPECT_EQ(judged(false, true), Holds::partly);
  EXPECT_EQ(judged(false, false), Holds::no);
}

}  // namespace
}  // namespace experiment

// Lab 0's operations: which element is due where, exactly, and what a student's functions are called with.
#include "course/lab0_copy/operations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab0_copy;

constexpr Inputs inputs{42, 24};

TEST(Copy, IsTheInputToTheBit) {
  const Size size{{5}};
  ASSERT_EQ(Copy::elements(size, 0), 5);
  ASSERT_EQ(Copy::elements(size, 1), 5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(Copy::expected(inputs, size, 0, i).value, inputs(0, i)) << i;
    EXPECT_EQ(Copy::expected(inputs, size, 0, i).bound, 0.0);
  }
}

TEST(Copy, MovesEveryFloatInAndOut) {
  EXPECT_EQ(Copy::bytes_moved({{5}}), 40);
  EXPECT_EQ(Copy::bytes_moved({{1 << 30}}), 8'589'934'592);  // beyond 32 bits
}

// points = a b c | d e f      x = a d      y = b e      z = c f
TEST(SplitPoints, OfTwoPoints) {
  const Size size{{2}};
  ASSERT_EQ(SplitPoints::elements(size, 0), 6);
  const int source_of[3][2] = {{0, 3}, {1, 4}, {2, 5}};
  for (int output = 0; output < 3; ++output) {
    ASSERT_EQ(SplitPoints::elements(size, SplitPoints::input_count + output), 2);
    for (int i = 0; i < 2; ++i) {
      const Expected expected = SplitPoints::expected(inputs, size, output, i);
      EXPECT_EQ(expected.value, inputs(0, source_of[output][i])) << output << " " << i;
      EXPECT_EQ(expected.bound, 0.0);
    }
  }
}

TEST(SplitPoints, MovesEveryFloatInAndOut) {
  EXPECT_EQ(SplitPoints::bytes_moved({{2}}), 48);
  EXPECT_EQ(SplitPoints::bytes_moved({{1 << 30}}), 25'769'803'776);
}

// in = a b c d e f, shift = 2      out = c d e f
TEST(ShiftedCopy, BeginsShiftFloatsLater) {
  const Size size{{4, 2}};
  ASSERT_EQ(ShiftedCopy::elements(size, 0), 6);
  ASSERT_EQ(ShiftedCopy::elements(size, 1), 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(ShiftedCopy::expected(inputs, size, 0, i).value, inputs(0, i + 2)) << i;
    EXPECT_EQ(ShiftedCopy::expected(inputs, size, 0, i).bound, 0.0);
  }
  EXPECT_EQ(ShiftedCopy::bytes_moved(size), 32);
}

/// What a part's functions get besides n, at all sizes of the lab that it is checked at.
std::set<std::int64_t> further(const char* part) {
  std::set<std::int64_t> all;
  for (const Size& listed : tests::loaded_course().rules.labs.at("lab0").check_sizes) {
    all.insert(problem_size(tests::part(part).operation, listed).extent[1]);
  }
  return all;
}

std::int64_t further(const char* part, Size listed) {
  return problem_size(tests::part(part).operation, listed).extent[1];
}

// A solution for one remainder is not enough, and where speed counts, neither float4 nor float2 are aligned.
TEST(ShiftedCopy, ShiftsHaveAllRemaindersAndOneIsZero) {
  std::set<std::int64_t> remainders;
  const std::set<std::int64_t> shifts = further("0.5");
  for (const std::int64_t shift : shifts) remainders.insert(shift % 8);
  EXPECT_EQ(remainders.size(), 8U);
  EXPECT_EQ(*shifts.begin(), 0);
  const LabRules& rules = tests::loaded_course().rules.labs.at("lab0");
  EXPECT_EQ(further("0.5", rules.gpu_size_of(tests::part("0.5"))) % 2, 1);
  EXPECT_EQ(further("0.5", rules.emulator_size_of(tests::part("0.5"))) % 2, 1);
}

TEST(TwoKinds, AreComputedInTurn) {
  const Size size{{4, 2}};
  ASSERT_EQ(TwoKinds::elements(size, 0), 4);
  ASSERT_EQ(TwoKinds::elements(size, 1), 4);
  for (int i = 0; i < 4; ++i) {
    const float x = inputs(0, i);
    const float once = std::fma(x, x, -1.9F);
    const float even = std::fma(once, once, -1.9F);
    auto bits = std::bit_cast<std::uint32_t>(x);
    for (int round = 0; round < 2; ++round) bits = (bits ^ bits >> 15) * 0x2c1b3c6dU;
    EXPECT_EQ(TwoKinds::expected(inputs, size, 0, i).value, i % 2 == 0 ? even : std::ldexp(bits >> 8, -24)) << i;
    EXPECT_EQ(TwoKinds::expected(inputs, size, 0, i).bound, 0.0);
  }
  EXPECT_EQ(TwoKinds::multiply_adds(size), 8);
  EXPECT_EQ(TwoKinds::bytes_moved(size), 32);
}

// A float that is not a number would be equal to nothing.
TEST(TwoKinds, ResultsAreNumbersAfterManyRounds) {
  const Size size{{10000, 515}};
  for (int i = 0; i < 10000; ++i) {
    const double value = TwoKinds::expected(inputs, size, 0, i).value;
    ASSERT_TRUE(std::isfinite(value) && std::abs(value) < 2) << i;
  }
}

// A prediction is of the work that was counted. Elsewhere the emulator has a million elements to compute.
TEST(TwoKinds, RoundsAreManyOnlyWhereSpeedCounts) {
  const LabRules& rules = tests::loaded_course().rules.labs.at("lab0");
  const Part& part = tests::part("0.6");
  EXPECT_EQ(further("0.6", rules.gpu_size_of(part)), 256);
  EXPECT_EQ(further("0.6", rules.emulator_size_of(part)), 256);
  for (const std::int64_t rounds : further("0.6")) EXPECT_TRUE(rounds >= 1 && rounds < 20) << rounds;
}

// records = a b c | d e f      out = a d … | b e … | c f …, each of them `pitch` floats
TEST(SplitRecords, OfTwoRecords) {
  const Size size{{2, 3}};
  ASSERT_EQ(SplitRecords::pitch(size), 64);
  ASSERT_EQ(SplitRecords::elements(size, 0), 6);
  ASSERT_EQ(SplitRecords::elements(size, 1), 3 * 64);
  const int source_of[3][2] = {{0, 3}, {1, 4}, {2, 5}};
  for (int array = 0; array < 3; ++array) {
    for (int i = 0; i < 2; ++i) {
      const Expected expected = SplitRecords::expected(inputs, size, 0, 64 * array + i);
      EXPECT_EQ(expected.value, inputs(0, source_of[array][i])) << array << " " << i;
      EXPECT_EQ(expected.bound, 0.0);
    }
    EXPECT_EQ(SplitRecords::expected(inputs, size, 0, 64 * array + 2).kind, Expected::Kind::untouched);
    EXPECT_EQ(SplitRecords::expected(inputs, size, 0, 64 * array + 63).kind, Expected::Kind::untouched);
  }
  EXPECT_EQ(SplitRecords::bytes_moved(size), 48);
  EXPECT_EQ(SplitRecords::pitch({{64, 1}}), 64);
  EXPECT_EQ(SplitRecords::pitch({{65, 1}}), 128);
}

TEST(SplitRecords, HaveFewFloatsAndMany) {
  const std::set<std::int64_t> all = further("0.7");
  EXPECT_EQ(*all.begin(), 1);
  EXPECT_EQ(*all.rbegin(), 32);
  EXPECT_GE(all.size(), 6U);
  const LabRules& rules = tests::loaded_course().rules.labs.at("lab0");
  const Part& part = tests::part("0.7");
  EXPECT_EQ(further("0.7", rules.gpu_size_of(part)), 12);
  EXPECT_EQ(further("0.7", rules.emulator_size_of(part)), 12);
  EXPECT_EQ(further("0.7", *rules.parts.at("0.7").emulator_second_size), 32);
}

TEST(Lab0, CopiesAreCalledWithOutInAndN) {
  static int seen = 0;
  void (*const entry)(float*, const float*, int) = [](float* out, const float* in, int n) {
    *out = *in;
    seen = n;
  };
  const float in = 5;
  for (const char* id : {"0.1", "0.2", "0.3"}) {
    float out = 0;
    float* const outputs[] = {&out};
    const float* const given[] = {&in};
    seen = 0;
    tests::part(id).invoke(reinterpret_cast<void*>(entry), {{{7}}, outputs, given});
    EXPECT_EQ(out, 5) << id;
    EXPECT_EQ(seen, 7) << id;
  }
}

TEST(Lab0, WhatFollowsFromNIsPassedBehindIt) {
  static int seen[3];
  const float in = 5;
  float out = 0;
  float* const outputs[] = {&out};
  const float* const given[] = {&in};
  void (*const two)(float*, const float*, int, int) = [](float* out, const float* in, int n, int more) {
    *out = *in;
    seen[0] = n;
    seen[1] = more;
  };
  for (const char* id : {"0.5", "0.6"}) {
    out = 0;
    tests::part(id).invoke(reinterpret_cast<void*>(two), {{{7, 9}}, outputs, given});
    EXPECT_EQ(out, 5) << id;
    EXPECT_EQ(seen[0], 7) << id;
    EXPECT_EQ(seen[1], 9) << id;
  }
  void (*const three)(float*, const float*, int, int, int) = [](float* out, const float* in, int n, int k, int pitch) {
    *out = *in;
    seen[0] = n;
    seen[1] = k;
    seen[2] = pitch;
  };
  out = 0;
  tests::part("0.7").invoke(reinterpret_cast<void*>(three), {{{70, 9}}, outputs, given});
  EXPECT_EQ(out, 5);
  EXPECT_THAT(seen, testing::ElementsAre(70, 9, 128));
}

// Messages about these parts name the numbers that were passed.
TEST(Lab0, PartsHaveFurtherExtentsOfTheirOwn) {
  EXPECT_THAT(tests::part("0.1").extents, testing::ElementsAre("n"));
  EXPECT_THAT(tests::part("0.5").extents, testing::ElementsAre("n", "shift"));
  EXPECT_THAT(tests::part("0.6").extents, testing::ElementsAre("n", "rounds"));
  EXPECT_THAT(tests::part("0.7").extents, testing::ElementsAre("n", "k"));
}

TEST(Lab0, SplitIsCalledWithXYZPointsAndN) {
  static int seen = 0;
  void (*const entry)(float*, float*, float*, const float*, int) = [](float* x, float* y, float* z, const float* points,
                                                                      int n) {
    *x = points[0];
    *y = points[1];
    *z = points[2];
    seen = n;
  };
  const float points[] = {1, 2, 3};
  float x = 0;
  float y = 0;
  float z = 0;
  float* const outputs[] = {&x, &y, &z};
  const float* const given[] = {points};
  tests::part("0.4").invoke(reinterpret_cast<void*>(entry), {{{7}}, outputs, given});
  EXPECT_EQ(x, 1);
  EXPECT_EQ(y, 2);
  EXPECT_EQ(z, 3);
  EXPECT_EQ(seen, 7);
}

}  // namespace
}  // namespace course

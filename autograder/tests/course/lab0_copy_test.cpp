// Lab 0's operations: which element is due where, exactly, and what a student's functions are called with.
#include "course/lab0_copy/operations.hpp"

#include <gtest/gtest.h>

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

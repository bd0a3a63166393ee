// Lab 8's operations: stencils at corners and edges, padding that may not be written, the polynomial's bound, where ten
// copies go, and what the student's functions are called with.
#include "course/lab8_spaces/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab8_spaces;

constexpr Inputs inputs{42, PitchedStencil::input_bits};
static_assert(VolumeStencil::input_bits == inputs.bits && Polynomial::input_bits == inputs.bits &&
              RepeatedBorder::input_bits == inputs.bits && RepeatedBorderVolume::input_bits == inputs.bits &&
              Blur::input_bits == inputs.bits);
double in(std::int64_t index) { return inputs(0, index); }
bool is_untouched(const Expected& expected) { return expected.kind == Expected::Kind::untouched; }

// ---- 8.1 and 8.2 ----

TEST(PitchedStencil, RowsBeginAtMultiplesOf512Bytes) {
  EXPECT_EQ(spaces::pitch(1), 128);
  EXPECT_EQ(spaces::pitch(128), 128);
  EXPECT_EQ(spaces::pitch(129), 256);
  EXPECT_EQ(PitchedStencil::elements({{3, 2, 1}}, 0), 2 * 128);
  EXPECT_EQ(PitchedStencil::elements({{129, 2, 5}}, 1), 10 * 256);  // slices are below each other
}

//   a b c          2 b + …      of the image's 3 × 2 pixels, rows 128 floats apart
//   d e f
TEST(PitchedStencil, OutsideTheImageIsZero) {
  const Size size{{3, 2, 1}};
  const double a = in(0), b = in(1), c = in(2), d = in(128), e = in(129), f = in(130);
  const auto out = [&](std::int64_t index) { return PitchedStencil::expected(inputs, size, 0, index); };
  EXPECT_EQ(out(0).value, b + d - 4 * a);
  EXPECT_EQ(out(1).value, a + c + e - 4 * b);
  EXPECT_EQ(out(2).value, b + f - 4 * c);
  EXPECT_EQ(out(129).value, d + f + b - 4 * e);
  EXPECT_EQ(out(0).bound, 0);
  EXPECT_FALSE(is_untouched(out(2)));
  EXPECT_TRUE(is_untouched(out(3)));
  EXPECT_TRUE(is_untouched(out(127)));
  EXPECT_TRUE(is_untouched(out(131)));
}

TEST(PitchedStencil, SumsAreExactInAnyOrder) {
  for (int i = 0; i < 1000; ++i) {
    const float v[] = {inputs(0, i), inputs(0, i + 1), inputs(0, i + 2), inputs(0, i + 3), inputs(0, i + 4)};
    EXPECT_EQ(((v[0] + v[1]) + v[2]) + v[3] - 4 * v[4], ((v[3] - 4 * v[4]) + v[2]) + (v[1] + v[0]));
  }
}

TEST(VolumeStencil, ASliceEndsWhereTheNextBegins) {
  const Size size{{2, 2, 2}};
  const auto at = [](int x, int y, int z) { return in((z * 2 + y) * 128 + x); };
  const auto out = [&](int x, int y, int z) {
    return VolumeStencil::expected(inputs, size, 0, (z * 2 + y) * 128 + x).value;
  };
  EXPECT_EQ(out(0, 0, 0), at(1, 0, 0) + at(0, 1, 0) + at(0, 0, 1) - 6 * at(0, 0, 0));
  // Below row 1 of slice 0 there is nothing, though row 0 of slice 1 is there in memory.
  EXPECT_EQ(out(0, 1, 0), at(1, 1, 0) + at(0, 0, 0) + at(0, 1, 1) - 6 * at(0, 1, 0));
  EXPECT_EQ(out(1, 0, 1), at(0, 0, 1) + at(1, 1, 1) + at(1, 0, 0) - 6 * at(1, 0, 1));
  EXPECT_TRUE(is_untouched(VolumeStencil::expected(inputs, size, 0, 2)));
}

TEST(VolumeStencil, MovesPointsAndNotPadding) { EXPECT_EQ(VolumeStencil::bytes_moved({{3, 5, 7}}), 2 * 4 * 105); }

// ---- 8.3 ----

TEST(Polynomial, CoefficientsAreHostMemoryAndSixteen) {
  EXPECT_EQ(Polynomial::elements({{5, 4, 3}}, 0), 60);
  EXPECT_EQ(Polynomial::elements({{5, 4, 3}}, 1), 16);
  EXPECT_EQ(Polynomial::place(0), Place::device);
  EXPECT_EQ(Polynomial::place(1), Place::host);
  EXPECT_EQ(Polynomial::place(2), Place::device);
}

TEST(Polynomial, HornersRuleAndPowersAreWithinTheBoundAndAMissingTermIsNot) {
  const Size size{{100, 100, 1}};
  int seen = 0;
  for (std::int64_t i = 0; i < 10000; ++i) {
    const Expected expected = Polynomial::expected(inputs, size, 0, i);
    const float x = inputs(0, i);
    float horner = 0, powers = 0, power = 1;
    for (int k = 0; k < 16; ++k) {
      horner = horner * x + inputs(1, 15 - k);
      powers += inputs(1, k) * power;
      power *= x;
    }
    ASSERT_LE(std::abs(horner - expected.value), expected.bound) << i;
    ASSERT_LE(std::abs(powers - expected.value), expected.bound) << i;
    const float without_the_last = horner - inputs(1, 15) * power / (x == 0 ? 1 : x);
    if (std::abs(without_the_last - expected.value) > expected.bound) ++seen;
  }
  EXPECT_GT(seen, 3000);  // where |x| is not small
}

// ---- 8.4 and 8.6 ----

TEST(RepeatedBorder, OutsideIsTheNearestPixel) {
  const Size size{{2, 2, 1}};
  const double a = in(0), b = in(1), c = in(2), d = in(3);
  const auto out = [&](std::int64_t index) { return RepeatedBorder::expected(inputs, size, 0, index).value; };
  EXPECT_EQ(out(0), a + b + c + d - 4 * a);
  EXPECT_EQ(out(3), a + b + c + d - 4 * d);
  EXPECT_EQ(RepeatedBorder::expected(inputs, {{1, 1, 1}}, 0, 0).value, 0);
  EXPECT_EQ(RepeatedBorder::expected(inputs, {{3, 1, 1}}, 0, 1).value, 2 * in(0) + 2 * in(2) - 4 * in(1));
}

TEST(RepeatedBorderVolume, OutsideIsTheNearestElementInEachDirection) {
  const Size size{{2, 3, 2}};
  const auto at = [](int x, int y, int z) { return in((z * 3 + y) * 2 + x); };
  const auto out = [&](int x, int y, int z) {
    return RepeatedBorderVolume::expected(inputs, size, 0, (z * 3 + y) * 2 + x).value;
  };
  // Of the eight corners of (0, 0, 0), seven are outside.
  EXPECT_EQ(out(0, 0, 0), at(0, 0, 0) + at(1, 0, 0) + at(0, 1, 0) + at(1, 1, 0) + at(0, 0, 1) + at(1, 0, 1) +
                              at(0, 1, 1) + at(1, 1, 1) - 8 * at(0, 0, 0));
  EXPECT_EQ(out(1, 1, 1), at(0, 0, 0) + at(1, 0, 0) + at(0, 2, 0) + at(1, 2, 0) + at(0, 0, 1) + at(1, 0, 1) +
                              at(0, 2, 1) + at(1, 2, 1) - 8 * at(1, 1, 1));
  EXPECT_EQ(RepeatedBorderVolume::expected(inputs, {{1, 1, 1}}, 0, 0).value, 0);
  EXPECT_EQ(RepeatedBorderVolume::expected(inputs, size, 0, 5).bound, 0);
  EXPECT_EQ(RepeatedBorderVolume::elements(size, 1), 12);
}

// ---- 8.7 ----

TEST(Blur, WeighsTwentyFivePixelsAndRepeatsTheBorder) {
  const Size size{{130, 3, 2}};  // 6 rows, 256 floats apart
  const auto at = [](int x, int y) { return in(y * 256 + x); };
  const auto across = [&](int y) { return (at(0, y) * 11 + at(1, y) * 4 + at(2, y)) / 16; };  // in column 0
  const auto out = [&](int x, int y) { return Blur::expected(inputs, size, 0, y * 256 + x); };
  EXPECT_EQ(out(0, 0).value, (11 * across(0) + 4 * across(1) + across(2)) / 16);
  EXPECT_EQ(out(0, 2).value, (across(0) + 4 * across(1) + 6 * across(2) + 4 * across(3) + across(4)) / 16);
  // In the last column, what repeats is the pixel there, and not the padding behind it.
  const auto end = [&](int y) { return (at(127, y) + 4 * at(128, y) + 11 * at(129, y)) / 16; };
  EXPECT_EQ(out(129, 5).value, (end(3) + 4 * end(4) + 11 * end(5)) / 16);
  EXPECT_EQ(out(129, 5).bound, 0);
  EXPECT_TRUE(is_untouched(out(130, 5)));
  EXPECT_EQ(Blur::bytes_moved(size), 2 * 4 * 130 * 6);
}

// As two passes of floats, or as one sum of products that is divided at the end.
TEST(Blur, IsExactInWhateverOrderItIsComputed) {
  const Size size{{64, 64, 1}};
  const auto nearest = [](int i) { return i < 0 ? 0 : i > 63 ? 63 : i; };
  const float weights[] = {1, 4, 6, 4, 1};
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      float passes = 0, products = 0;
      for (int j = -2; j <= 2; ++j) {
        float across = 0;
        for (int i = -2; i <= 2; ++i) {
          const float pixel = inputs(0, nearest(y + j) * 128 + nearest(x + i));
          across += weights[i + 2] / 16 * pixel;
          products += weights[i + 2] * weights[j + 2] * pixel;
        }
        passes += weights[j + 2] * across;
      }
      const double expected = Blur::expected(inputs, size, 0, y * 128 + x).value;
      ASSERT_EQ(passes / 16, expected) << x << ", " << y;
      ASSERT_EQ(products / 256, expected) << x << ", " << y;
    }
  }
}

// ---- 8.5 ----

constexpr Inputs fine{42, TenCopies::input_bits};

TEST(TenCopies, RangesFollowEachOtherAndNoneIsShared) {
  for (const Size size : {Size{{1, 1, 1}}, Size{{5, 4, 3}}, Size{{130, 6, 5}}}) {
    for (int output = 0; output < 2; ++output) {
      const std::int64_t end = TenCopies::elements(size, TenCopies::input_count + output);
      std::vector<int> elements(TenCopies::situations + 1);
      int last = 0;
      for (std::int64_t i = 0; i < end; ++i) {
        const int situation = TenCopies::situation_of(size, output, i);
        ++elements[situation];
        if (situation == 0) continue;
        EXPECT_GE(situation, last);
        last = situation;
      }
      for (int situation = 1; situation <= TenCopies::situations; ++situation) {
        const TenCopies::Job job = TenCopies::job(size, situation);
        EXPECT_EQ(elements[situation], job.output == output ? job.to_floats : 0) << situation;
        EXPECT_EQ(job.to % 128, 0);
      }
    }
  }
}

TEST(TenCopies, EveryJobReadsAndWritesInsideItsBuffers) {
  for (const Size size : {Size{{1, 1, 1}}, Size{{5, 4, 3}}, Size{{130, 6, 5}}, Size{{300, 2, 1}}}) {
    for (int situation = 1; situation <= TenCopies::situations; ++situation) {
      const TenCopies::Job job = TenCopies::job(size, situation);
      const std::int64_t rows = std::max<std::int64_t>(job.height, 1), slices = std::max<std::int64_t>(job.depth, 1);
      EXPECT_TRUE(job.depth == 0 || (job.to_rows != job.height && job.from_rows >= job.height)) << situation;
      const std::int64_t last_read =
          ((job.z + slices - 1) * job.from_rows + job.y + rows - 1) * job.from_pitch + job.x + job.width - 1;
      if (job.input >= 0) {
        EXPECT_LT(last_read, TenCopies::elements(size, job.input)) << situation;
      }
      const std::int64_t last_written = ((slices - 1) * job.to_rows + rows - 1) * job.to_pitch + job.width - 1;
      if (job.output >= 0) {
        EXPECT_LT(last_written, job.to_floats) << situation;
        EXPECT_LE(job.to + job.to_floats, TenCopies::elements(size, 2 + job.output)) << situation;
      }
    }
  }
}

TEST(TenCopies, TheRectangleAndTheBoxAreTheLastOnes) {
  const Size size{{5, 4, 3}};
  const TenCopies::Job rectangle = TenCopies::job(size, 5), box = TenCopies::job(size, 6);
  EXPECT_EQ(rectangle.x, 2);
  EXPECT_EQ(rectangle.y, 2);
  EXPECT_EQ(rectangle.width, 3);
  // Its second row, first column: column 2, row 3 of the first slice.
  EXPECT_EQ(TenCopies::expected(fine, size, 1, rectangle.to + rectangle.to_pitch).value, fine(0, 3 * 128 + 2));
  // The box's second slice, second row, third column: column 4, row 3, slice 2.
  EXPECT_EQ(TenCopies::expected(fine, size, 0, box.to + (1 * box.to_rows + 1) * 128 + 2).value,
            fine(0, (2 * 4 + 3) * 128 + 4));
  // What belongs to no row of them stays as it is.
  EXPECT_GT(rectangle.to_pitch, rectangle.width);
  EXPECT_TRUE(is_untouched(TenCopies::expected(fine, size, 1, rectangle.to + rectangle.width)));
  EXPECT_GT(box.to_rows, box.height);
  EXPECT_TRUE(is_untouched(TenCopies::expected(fine, size, 0, box.to + box.height * 128)));
  EXPECT_TRUE(is_untouched(TenCopies::expected(fine, size, 0, box.to + 3)));
}

TEST(TenCopies, HostImagesHavePaddingToo) {
  const Size size{{5, 4, 3}};
  for (const int situation : {4, 9}) {
    const TenCopies::Job job = TenCopies::job(size, situation);
    EXPECT_EQ(TenCopies::expected(fine, size, 0, job.to + 128 + 1).value, fine(1, 10 + 1));
  }
}

TEST(TenCopies, TheTableComesBackFromNumberThreeOnAndAFillIsZero) {
  const Size size{{5, 4, 3}};
  EXPECT_EQ(TenCopies::expected(fine, size, 1, TenCopies::job(size, 8).to + 7).value, fine(1, 10));
  const TenCopies::Job fill = TenCopies::job(size, 10);
  EXPECT_EQ(TenCopies::expected(fine, size, 0, fill.to + 4).value, 0);
  EXPECT_TRUE(is_untouched(TenCopies::expected(fine, size, 0, fill.to + 5)));
}

TEST(TenCopies, AMismatchNamesItsSituation) {
  const Size size{{5, 4, 3}};
  EXPECT_EQ(TenCopies::piece(size, 0, TenCopies::job(size, 4).to), "situation 4, host image to pitched memory");
  EXPECT_EQ(TenCopies::piece(size, 1, TenCopies::job(size, 8).to),
            "situations 7 and 8, host to symbol and symbol to host");
  EXPECT_EQ(TenCopies::piece(size, 1, TenCopies::job(size, 8).to + 90), "between the situations' ranges");
}

// ---- what the functions are called with ----

struct Called {
  const void* out = nullptr;
  const void* in = nullptr;
  const void* other = nullptr;
  std::size_t pitch = 0;
  long long numbers[3] = {};
  std::vector<int> situations;
} called;

void pitched(float* out, const float* in, std::size_t pitch, int width, int height) {
  called = {out, in, nullptr, pitch, {width, height}, {}};
}
struct PitchedPointer {
  const void* base;
  std::size_t pitch, width, height;
};
void volume(PitchedPointer out, PitchedPointer in, int width, int height, int depth) {
  called = {out.base, in.base, nullptr, in.pitch, {width, height, depth}, {}};
  EXPECT_EQ(in.width, 12U);
  EXPECT_EQ(out.height, 5U);
}
void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  called = {out, in, coefficients, 0, {count}, {}};
}
void texture(float* out, const float* in, int width, int height) {
  called = {out, in, nullptr, 0, {width, height}, {}};
}

void volume_texture(float* out, const float* in, int width, int height, int depth) {
  called = {out, in, nullptr, 0, {width, height, depth}, {}};
}

const Size size{{3, 5, 7}};
float out_memory[2], in_memory[2];
const std::array<float*, 2> outputs{&out_memory[0], &out_memory[1]};
const std::array<const float*, 2> two_inputs{&in_memory[0], &in_memory[1]};

template <class Function>
void invoke(const char* part, Function* function) {
  tests::part(part).invoke(reinterpret_cast<void*>(function), {.size = size, .outputs = outputs, .inputs = two_inputs});
}

TEST(Lab8, FunctionsGetTheirArguments) {
  invoke("8.1", pitched);
  EXPECT_EQ(called.out, &out_memory[0]);
  EXPECT_EQ(called.in, &in_memory[0]);
  EXPECT_EQ(called.pitch, 512U);
  EXPECT_EQ(called.numbers[0], 3);
  EXPECT_EQ(called.numbers[1], 35);
  invoke("8.2", volume);
  EXPECT_EQ(called.out, &out_memory[0]);
  EXPECT_EQ(called.in, &in_memory[0]);
  EXPECT_EQ(called.pitch, 512U);
  EXPECT_EQ(called.numbers[1], 5);
  EXPECT_EQ(called.numbers[2], 7);
  invoke("8.3", polynomial);
  EXPECT_EQ(called.other, &in_memory[1]);
  EXPECT_EQ(called.numbers[0], 105);
  invoke("8.4", texture);
  EXPECT_EQ(called.numbers[0], 3);
  EXPECT_EQ(called.numbers[1], 35);
  invoke("8.7", pitched);
  EXPECT_EQ(called.pitch, 512U);
  EXPECT_EQ(called.numbers[1], 35);
  invoke("8.6", volume_texture);
  EXPECT_EQ(called.out, &out_memory[0]);
  EXPECT_EQ(called.in, &in_memory[0]);
  EXPECT_EQ(called.numbers[0], 3);
  EXPECT_EQ(called.numbers[1], 5);
  EXPECT_EQ(called.numbers[2], 7);
}

struct CopyJob {
  float* to;
  const float* from;
  std::size_t to_pitch, from_pitch, to_rows, from_rows, x, y, z, width, height, depth;
};
std::vector<CopyJob> jobs;
void make_copy(int situation, const CopyJob* job) {
  EXPECT_EQ(situation, static_cast<int>(jobs.size()) + 1);
  jobs.push_back(*job);
}

TEST(Lab8, TenCopiesAreAskedForInTurn) {
  jobs.clear();
  invoke("8.5", make_copy);
  ASSERT_EQ(jobs.size(), 10U);
  EXPECT_EQ(jobs[3].from, &in_memory[1]);
  EXPECT_EQ(jobs[3].from_pitch, (3 + 5) * sizeof(float));
  EXPECT_EQ(jobs[3].to_pitch, 512U);
  EXPECT_EQ(jobs[3].to, &out_memory[0] + TenCopies::job(size, 4).to);
  EXPECT_EQ(jobs[4].to, &out_memory[1] + TenCopies::job(size, 5).to);
  EXPECT_EQ(jobs[5].from, &in_memory[0]);
  EXPECT_EQ(jobs[5].z, 3U);
  EXPECT_EQ(jobs[5].from_rows, 5U);
  EXPECT_EQ(jobs[6].to, nullptr);
  EXPECT_EQ(jobs[7].from, nullptr);
  EXPECT_EQ(jobs[7].x, 3U);
  EXPECT_EQ(jobs[9].from, nullptr);
}

}  // namespace
}  // namespace course

// Lab 4's operations: where a value is after its round trips, that no stale one can pass for it, and that sums and
// prefix sums are exact.
#include "course/lab4_sync/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab4_sync;

constexpr Inputs inputs{42, RoundTrips::input_bits};

std::vector<float> start(std::int64_t n) {
  std::vector<float> x;
  for (std::int64_t i = 0; i < n; ++i) x.push_back(inputs(0, i));
  return x;
}

/// As the handout says it: both stages, `rounds` times.
std::vector<float> walked(std::vector<float> x, int rounds) {
  const std::size_t n = x.size();
  const std::size_t distance = n / 2 + 1;
  std::vector<float> p(n);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t j = 0; j < n; ++j) p[j] = -x[(j + distance) % n];
    for (std::size_t j = 0; j < n; ++j) x[j] = p[(j + distance) % n];
  }
  return x;
}

// n = 5, distance 3:  x = a b c d e   p = -d -e -a -b -c   x = -b -c -d -e -a
TEST(RoundTrips, ByHand) {
  const float a = inputs(0, 0), b = inputs(0, 1), c = inputs(0, 2), d = inputs(0, 3), e = inputs(0, 4);
  EXPECT_EQ(walked(start(5), 1), (std::vector{-b, -c, -d, -e, -a}));
  const std::vector<float> twice{c, d, e, a, b};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(RoundTrips::expected(inputs, {{5, 2, 1}}, 0, i).value, twice[static_cast<std::size_t>(i)]);
    EXPECT_EQ(RoundTrips::expected(inputs, {{5, 2, 1}}, 0, i).bound, 0.0);
  }
}

TEST(RoundTrips, TheClosedFormIsWhatTheStagesGive) {
  for (const int n : {1, 2, 3, 4, 7, 32, 77, 300}) {
    for (const int rounds : {1, 2, 3, 40, 301}) {
      const std::vector<float> due = walked(start(n), rounds);
      for (int i = 0; i < n; ++i) {
        ASSERT_EQ(RoundTrips::expected(inputs, {{n, rounds, 3}}, 0, i).value, due[static_cast<std::size_t>(i)])
            << n << " " << rounds << " " << i;
        ASSERT_EQ(ResidentRoundTrips::expected(inputs, {{n, rounds, 3}}, 0, i).value, due[static_cast<std::size_t>(i)]);
      }
    }
  }
}

TEST(RoundTrips, ManyRoundsOfManyElementsStayWithin64Bits) {
  const std::int64_t n = 2147483647;
  const Size size{{n, 2147483646, 1}};  // n - 1 rounds of a shift by 1 forward are one back
  EXPECT_EQ(RoundTrips::expected(inputs, size, 0, 0).value, inputs(0, n - 1));
}

TEST(RoundTrips, OneRoundTripIsOneWhateverTheSizeSays) {
  const std::vector<float> due = walked(start(77), 1);
  for (int i = 0; i < 77; ++i) {
    EXPECT_EQ(OneRoundTrip::expected(inputs, {{77, 5, 1}}, 0, i).value, due[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(OneRoundTrip::bytes_moved({{77, 5, 1}}), 4 * 4 * 77);
}

// What the mean of all cannot do: whichever read of whichever stage is a round late, the result shows it.
TEST(RoundTrips, EveryStaleReadShows) {
  const int n = 64, rounds = 6;
  const std::size_t distance = n / 2 + 1;
  for (int late_round = 1; late_round < rounds; ++late_round) {
    for (const bool in_first_stage : {true, false}) {
      std::vector<float> x = start(n), before = x, p(n), p_before(n);
      for (int round = 0; round < rounds; ++round) {
        p_before = p;
        for (std::size_t j = 0; j < n; ++j) p[j] = -x[(j + distance) % n];
        if (round == late_round && in_first_stage) p[5] = -before[(5 + distance) % n];
        before = x;
        for (std::size_t j = 0; j < n; ++j) x[j] = p[(j + distance) % n];
        if (round == late_round && !in_first_stage) x[5] = p_before[(5 + distance) % n];
      }
      int wrong = 0;
      for (int i = 0; i < n; ++i) {
        const double due = RoundTrips::expected(inputs, {{n, rounds, 1}}, 0, i).value;
        wrong += x[static_cast<std::size_t>(i)] != due ? 1 : 0;
      }
      EXPECT_EQ(wrong, 1) << late_round << " " << in_first_stage;
    }
  }
}

TEST(RoundTrips, AreToldByTheBarrier) {
  const Operation operation = tests::part("4.3").operation;
  EXPECT_EQ(operation.steps({{1000, 7, 3}}), 14);
  EXPECT_EQ(operation.step, "barrier");
  EXPECT_EQ(operation.bytes_moved({{1000, 7, 3}}), 7 * 4 * 4 * 1000);
  EXPECT_EQ(operation.scratch_count, 1);
  EXPECT_EQ(tests::part("4.1").operation.steps, nullptr);
}

TEST(RoundTrips, OnlyPartsThatKeepAllBlocksOnTheDeviceMustRefuse) {
  const Size absurd{{5000, 2, 200000}};
  for (const Part& part : tests::lab("lab4").parts) {
    const bool keeps_all = part.id == "4.3" || part.id == "4.4";
    ASSERT_EQ(part.operation.must_refuse != nullptr, keeps_all) << part.id;
    if (!keeps_all) continue;
    EXPECT_TRUE(part.operation.must_refuse(absurd));
    EXPECT_FALSE(part.operation.must_refuse({{5000, 2, 100000}}));
  }
}

// ---- the sum ----

constexpr Inputs balanced{7, Sum::input_bits};

TEST(Sum, InputsAreOddSixteenthsAroundZero) {
  std::map<float, int> seen;
  for (int i = 0; i < 160000; ++i) ++seen[balanced(0, i)];
  ASSERT_EQ(seen.size(), 16U);
  for (const auto& [value, count] : seen) {
    EXPECT_EQ(std::fmod(std::abs(value) * 16, 2.0F), 1) << value;
    EXPECT_LT(std::abs(value), 1);
    EXPECT_NEAR(count, 10000, 500) << value;  // five standard deviations
  }
  EXPECT_EQ(seen.begin()->first, -15.0F / 16);
}

TEST(Sum, OfThree) {
  EXPECT_EQ(tests::part("4.5").operation.expected(balanced, {{3, 1, 1}}, 0, 0).value,
            static_cast<double>(balanced(0, 0)) + balanced(0, 1) + balanced(0, 2));
}

TEST(Sum, OnlyTheLengthCounts) {
  EXPECT_EQ(Sum::terms({{77, 5, 3}}), 77);
  EXPECT_EQ(Sum::elements({{77, 5, 3}}, 0), 77);
  EXPECT_EQ(Sum::elements({{77, 5, 3}}, 1), 1);
  EXPECT_EQ(Sum::bytes_moved({{77, 5, 3}}), 4 * 78);
}

// A million in four orders. With eighths from -1 up, which are one sixteenth short of balance, the same would fail from
// 2^25 on.
TEST(Sum, AnyOrderOfAddingUpGivesTheExactSum) {
  constexpr int n = 1 << 20;
  std::vector<float> terms;
  std::int64_t sixteenths = 0;
  for (int i = 0; i < n; ++i) {
    terms.push_back(balanced(0, i));
    Sum::add_term(balanced, {{n, 1, 1}}, i, [&](std::int64_t element, int value) {
      ASSERT_EQ(element, 0);
      sixteenths += value;
    });
  }
  const double due = static_cast<double>(sixteenths) * Sum::unit;
  const auto sum_in_order = [&] { return std::accumulate(terms.begin(), terms.end(), 0.0F); };
  EXPECT_EQ(sum_in_order(), due);
  std::mt19937 random(3);
  std::shuffle(terms.begin(), terms.end(), random);
  EXPECT_EQ(sum_in_order(), due);
  std::sort(terms.begin(), terms.end());  // the largest partial sums there are
  EXPECT_EQ(sum_in_order(), due);
  while (terms.size() > 1) {
    const std::size_t half = terms.size() / 2;
    for (std::size_t i = 0; i < half; ++i) terms[i] += terms[half + i];
    terms.resize(half);
  }
  EXPECT_EQ(terms.front(), due);
}

// At the size that is measured, sums of all lengths on the way stay far below where a float starts to round.
TEST(Sum, StaysSmallAtTheLargestSize) {
  std::int64_t sum = 0, largest = 0;
  for (std::int64_t i = 0; i < (std::int64_t{1} << 22); ++i) {
    sum += static_cast<std::int64_t>(16 * balanced(0, i));
    largest = std::max(largest, std::abs(sum));
  }
  // A walk 32 times as long goes sqrt(32) times as far, give or take.
  EXPECT_LT(largest * 6 * 10, std::int64_t{1} << 24);
}

// ---- the prefix sum ----

constexpr Inputs words{7, PrefixSum::input_bits};

std::uint32_t word(std::int64_t index) { return std::bit_cast<std::uint32_t>(words(0, index)); }

// As the handout says it: one element after the other.
TEST(PrefixSum, IsWhatAddingUpGives) {
  std::uint32_t sum = 0;
  std::uint32_t ones = 0, zeros = 0;
  for (std::int64_t i = 0; i < 100'000; ++i) {
    sum += word(i);
    const Expected due = PrefixSum::expected(words, {{100'000, 5, 3}}, 0, i);
    ASSERT_EQ(due.value, sum) << i;
    ASSERT_EQ(due.bound, 0);
    ones |= word(i);
    zeros |= ~word(i);
  }
  EXPECT_EQ(ones & zeros, 0xffffffffU) << "every bit is 0 and 1 somewhere";
}

TEST(PrefixSum, NeitherInputsNorSumsRepeatInAnotherRun) {
  const Inputs other{8, PrefixSum::input_bits};
  int same = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    same += std::bit_cast<std::uint32_t>(other(0, i)) == word(i) ? 1 : 0;
    same += running_sum(7, 0, i) == running_sum(8, 0, i) ? 1 : 0;
    same += running_sum(7, 0, i) == running_sum(7, 0, i + 1) ? 1 : 0;  // a tile whose sum is 0 could be forgotten
  }
  EXPECT_EQ(same, 0);
}

TEST(PrefixSum, MovesWhatACopyMoves) {
  EXPECT_EQ(PrefixSum::bytes_moved({{1 << 28, 5, 3}}), std::int64_t{1} << 31);
  EXPECT_EQ(PrefixSum::elements({{77, 5, 3}}, 0), 77);
  EXPECT_EQ(PrefixSum::elements({{77, 5, 3}}, 1), 77);
  EXPECT_EQ(tests::part("4.6").operation.output_element, Element::u32);
}

// The size that is timed grows with the device; the handout promises a largest n.
TEST(PrefixSum, NoDeviceAsksForMoreThanThePromisedLength) {
  const Lab& lab = tests::lab("lab4");
  const LabRules& rules = tests::loaded_course().rules.labs.at("lab4");
  const Size timed = rules.gpu_size_of(tests::part("4.6"));
  EXPECT_LE(scaled(timed, lab.gpu_scales, listed_for, {256, 0}).extent[0], 1 << 28);
}

// ---- how they are called ----

struct Called {
  float* x;
  float* p;
  const float* in;
  int n, rounds, blocks;
};
Called called;

TEST(Lab4, FunctionsAreCalledWithTheirArguments) {
  void (*const one)(float*, float*, const float*, int) = [](float* x, float* p, const float* in, int n) {
    called = {x, p, in, n, 0, 0};
  };
  void (*const launches)(float*, float*, const float*, int, int) =
      [](float* x, float* p, const float* in, int n, int rounds) { called = {x, p, in, n, rounds, 0}; };
  int (*const resident)(float*, float*, const float*, int, int, int) = [](float* x, float* p, const float* in, int n,
                                                                          int rounds, int blocks) {
    called = {x, p, in, n, rounds, blocks};
    return blocks < 100 ? 1 : 0;
  };
  float x = 0, p = 0;
  const float in = 0;
  float* const outputs[] = {&x};
  float* const scratch[] = {&p};
  const float* const inputs_of_call[] = {&in};
  int refused = 0;
  const auto call = [&](const char* part, auto function, Size size) {
    called = {};
    refused = 0;
    tests::part(part).invoke(reinterpret_cast<void*>(function), {size, outputs, inputs_of_call, scratch, &refused});
    EXPECT_EQ(called.x, &x) << part;
    EXPECT_EQ(called.p, &p) << part;
    EXPECT_EQ(called.in, &in) << part;
    EXPECT_EQ(called.n, 7) << part;
  };
  call("4.1", one, {{7, 8, 9}});
  call("4.2", launches, {{7, 8, 9}});
  EXPECT_EQ(called.rounds, 8);
  for (const char* part : {"4.3", "4.4"}) {
    call(part, resident, {{7, 8, 9}});
    EXPECT_EQ(called.rounds, 8);
    EXPECT_EQ(called.blocks, 9);
    EXPECT_EQ(refused, 0);
    call(part, resident, {{7, 8, 100}});
    EXPECT_EQ(refused, 1) << part;
  }
}

TEST(Lab4, TheSumIsCalledWithItsArguments) {
  void (*const entry)(float*, const float*, int) = [](float* total, const float* in, int n) {
    *total = *in * static_cast<float>(n);
  };
  const float in = 5;
  float total = 0;
  float* const outputs[] = {&total};
  const float* const inputs_of_call[] = {&in};
  tests::part("4.5").invoke(reinterpret_cast<void*>(entry), {{{7, 9, 1}}, outputs, inputs_of_call});
  EXPECT_EQ(total, 35);
}

TEST(Lab4, ThePrefixSumIsCalledWithItsArguments) {
  void (*const entry)(unsigned*, const unsigned*, int) = [](unsigned* out, const unsigned* in, int n) {
    *out = *in + static_cast<unsigned>(n);
  };
  const float in = std::bit_cast<float>(0xffffffffU);
  float out = 0;
  float* const outputs[] = {&out};
  const float* const inputs_of_call[] = {&in};
  tests::part("4.6").invoke(reinterpret_cast<void*>(entry), {{{7, 9, 1}}, outputs, inputs_of_call});
  EXPECT_EQ(std::bit_cast<std::uint32_t>(out), 6U);
}

TEST(Lab4, EveryPartHasItsSectionInTheHandout) {
  const std::string text = files::read_file(std::filesystem::path(COURSE_ROOT) / "labs/lab4_sync/README.md");
  for (const Part& part : tests::lab("lab4").parts) {
    const std::string heading = "\n## Part " + std::string(part.id) + ": " + std::string(part.title) + "\n";
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
}

// 132 multiprocessors on an H200, 40 on a T4.
TEST(RoundTrips, BlocksOfTheTimedSizeAreTheMultiprocessors) {
  const Lab& lab = tests::lab("lab4");
  EXPECT_EQ(scaled({{33792, 1000, 132}}, lab.gpu_scales, listed_for, listed_for), (Size{{33792, 1000, 132}}));
  EXPECT_EQ(scaled({{33792, 1000, 132}}, lab.gpu_scales, listed_for, {40, 0}), (Size{{10240, 1000, 40}}));
  EXPECT_EQ(scaled({{134217728, 1, 1}}, lab.gpu_scales, listed_for, {40, 0}), (Size{{40672038, 1, 1}}));
}

TEST(RoundTrips, NoCheckNeedsMoreThanTwoBlocksOnAMultiprocessor) {
  const auto fitted = tests::part("4.3").operation.fitted;
  ASSERT_NE(fitted, nullptr);
  for (const Size size : {Size{{67583, 1001, 264}}, Size{{3000, 2, 140}}, Size{{1, 1, 1}}}) {
    EXPECT_EQ(fitted(size, listed_for), size);
  }
  EXPECT_EQ(fitted({{3000, 2, 140}}, {40, 0}), (Size{{3000, 2, 80}}));
  EXPECT_EQ(fitted({{5000, 2, 200000}}, {40, 0}), (Size{{5000, 2, 200000}})) << "that one must be refused";
}

}  // namespace
}  // namespace course

// Lab 2's operations: which products an element is the sum of, and what its error bound admits.
#include "course/lab2_matmul/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab2_matmul;

using Products = std::array<std::pair<float, float>, 32>;

// m = 3, n = 2: element 3 is C[1][1], row 1 of A (elements 32 … 63) times column 1 of B (elements 1, 3, 5 …).
Products factors_of_product(const Inputs& in) {
  Products factors;
  for (int k = 0; k < 32; ++k) factors[k] = {in(0, 32 + k), in(1, 1 + 2 * k)};
  return factors;
}

// m = 3: element 5 is C[1][2], row 1 of A (elements 32 … 63) times row 2 (elements 64 … 95).
Products factors_of_gram(const Inputs& in) {
  Products factors;
  for (int k = 0; k < 32; ++k) factors[k] = {in(0, 32 + k), in(0, 64 + k)};
  return factors;
}

double exact_sum(const Products& factors) {
  return std::accumulate(factors.begin(), factors.end(), 0.0,
                         [](double sum, auto pair) { return sum + static_cast<double>(pair.first) * pair.second; });
}

float float_sum(const Products& factors) {
  return std::accumulate(factors.begin(), factors.end(), 0.0F,
                         [](float sum, auto pair) { return sum + pair.first * pair.second; });
}

TEST(NarrowProduct, IsARowOfATimesAColumnOfB) {
  const Inputs in{42};
  const Size size{{3, 2, 1}};
  EXPECT_EQ(NarrowProduct::elements(size, 0), 96);
  EXPECT_EQ(NarrowProduct::elements(size, 1), 64);
  EXPECT_EQ(NarrowProduct::elements(size, 2), 6);
  EXPECT_DOUBLE_EQ(NarrowProduct::product(size).expected(in, 3).value, exact_sum(factors_of_product(in)));
}

TEST(GramMatrix, IsARowOfATimesARowOfA) {
  const Inputs in{42};
  const Size size{{3, 3, 1}};
  EXPECT_EQ(GramMatrix::elements(size, 0), 96);
  EXPECT_EQ(GramMatrix::elements(size, 1), 9);
  const Expected above = GramMatrix::product(size).expected(in, 5);
  EXPECT_DOUBLE_EQ(above.value, exact_sum(factors_of_gram(in)));
  EXPECT_DOUBLE_EQ(GramMatrix::product(size).expected(in, 7).value, above.value) << "C is symmetric";
}

TEST(GramMatrix, HasSquareSizes) {
  const Operation& gram = tests::part("2.4").operation;
  const Operation& product = tests::part("2.1").operation;
  EXPECT_EQ(problem_size(gram, {{33, 31, 1}}), (Size{{33, 33, 1}}));
  EXPECT_EQ(problem_size(product, {{33, 31, 1}}), (Size{{33, 31, 1}}));
}

TEST(NarrowProduct, MovesFactorsAndResultOnce) {
  EXPECT_EQ(NarrowProduct::bytes_moved({{3, 2, 1}}), 4 * (96 + 64 + 6));
  EXPECT_EQ(NarrowProduct::bytes_moved({{65536, 65536, 1}}), 17'196'646'400);  // beyond 32 bits
  EXPECT_EQ(GramMatrix::bytes_moved({{3, 3, 1}}), 4 * (96 + 9));
}

TEST(NarrowProduct, ItsBoundAdmitsFloatSumsInAnyOrder) {
  std::mt19937 random(1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Inputs in{seed};
    const Expected expected = NarrowProduct::product({{3, 2, 1}}).expected(in, 3);
    Products factors = factors_of_product(in);
    for (int order = 0; order < 50; ++order) {
      std::shuffle(factors.begin(), factors.end(), random);
      ASSERT_LE(std::abs(float_sum(factors) - expected.value), expected.bound) << "seed " << seed;
    }
  }
}

TEST(NarrowProduct, ItsBoundNoticesAProductTooFew) {
  int noticed = 0;
  constexpr int tries = 1000;
  for (std::uint64_t seed = 0; seed < tries; ++seed) {
    const Inputs in{seed};
    const Expected expected = NarrowProduct::product({{3, 2, 1}}).expected(in, 3);
    Products factors = factors_of_product(in);
    factors[31].first = 0;
    noticed += std::abs(float_sum(factors) - expected.value) > expected.bound ? 1 : 0;
  }
  // The bound is near 10⁻⁵. A product of two numbers uniform in [-1, 1) is smaller than ε with a chance of
  // ε (1 - ln ε), 10⁻⁴: an element in ten thousand may go unnoticed, a matrix does not.
  EXPECT_GE(noticed, tries - 3);
}

TEST(NarrowProduct, ItsBoundNoticesFactorsOfTenBits) {
  // As tensor cores take them, TF32: the mantissa's last thirteen bits are cut off.
  const auto cut = [](float value) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & ~0x1fffU); };
  int noticed = 0;
  constexpr int tries = 1000;
  for (std::uint64_t seed = 0; seed < tries; ++seed) {
    const Inputs in{seed};
    const Expected expected = NarrowProduct::product({{3, 2, 1}}).expected(in, 3);
    Products factors = factors_of_product(in);
    for (auto& [a, b] : factors) a = cut(a), b = cut(b);
    noticed += std::abs(float_sum(factors) - expected.value) > expected.bound ? 1 : 0;
  }
  EXPECT_GE(noticed, tries * 9 / 10);
}

TEST(NarrowProduct, IsCalledWithABAndBothExtents) {
  static int seen[2];
  void (*const entry)(float*, const float*, const float*, int, int) = [](float* C, const float* A, const float* B,
                                                                         int m, int n) {
    *C = *A - *B;
    seen[0] = m;
    seen[1] = n;
  };
  const float A = 7;
  const float B = 2;
  float C = 0;
  float* const outputs[] = {&C};
  const float* const inputs[] = {&A, &B};
  tests::part("2.1").invoke(reinterpret_cast<void*>(entry), {{{7, 9, 1}}, outputs, inputs});
  EXPECT_EQ(C, 5);
  EXPECT_EQ(seen[0], 7);
  EXPECT_EQ(seen[1], 9);
}

TEST(GramMatrix, IsCalledWithAAndItsRows) {
  static int rows;
  void (*const entry)(float*, const float*, int) = [](float* C, const float* A, int m) {
    *C = *A;
    rows = m;
  };
  const float A = 5;
  float C = 0;
  float* const outputs[] = {&C};
  const float* const inputs[] = {&A};
  tests::part("2.4").invoke(reinterpret_cast<void*>(entry), {{{7, 7, 1}}, outputs, inputs});
  EXPECT_EQ(C, 5);
  EXPECT_EQ(rows, 7);
}

}  // namespace
}  // namespace course

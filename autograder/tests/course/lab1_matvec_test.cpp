// Lab 1's operation: what y must be, and that no order of adding up can be mistaken for a wrong answer, nor a wrong
// answer for an order of adding up.
#include "course/lab1_matvec/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab1_matvec;

constexpr Inputs inputs{42, MatVec::input_bits};

/// The products of one row, as floats: that each is exact is tested below.
std::vector<float> products(const Inputs& in, Size size, std::int64_t row) {
  std::vector<float> result;
  for (std::int64_t j = 0; j < size.extent[1]; ++j) {
    result.push_back(in(0, row * size.extent[1] + j) * in(1, j));
  }
  return result;
}

float sum_in_order(const std::vector<float>& terms) { return std::accumulate(terms.begin(), terms.end(), 0.0F); }

/// Halves added to halves, as a reduction in shared memory does.
float sum_of_halves(std::vector<float> terms) {
  while (terms.size() > 1) {
    const std::size_t half = (terms.size() + 1) / 2;
    for (std::size_t i = half; i < terms.size(); ++i) terms[i - half] += terms[i];
    terms.resize(half);
  }
  return terms.front();
}

//   A = a b c    x = p    y = ap + bq + cr
//       d e f        q        dp + eq + fr
//                    r
TEST(MatVec, OfAMatrixThatIsNotSquare) {
  const Size size{{2, 3, 1}};
  ASSERT_EQ(MatVec::elements(size, 0), 6);  // A
  ASSERT_EQ(MatVec::elements(size, 1), 3);  // x
  ASSERT_EQ(MatVec::elements(size, 2), 2);  // y
  const auto A = [](int i) { return static_cast<double>(inputs(0, i)); };
  const auto x = [](int j) { return static_cast<double>(inputs(1, j)); };
  EXPECT_EQ(MatVec::product(size).expected(inputs, 0).value, A(0) * x(0) + A(1) * x(1) + A(2) * x(2));
  EXPECT_EQ(MatVec::product(size).expected(inputs, 1).value, A(3) * x(0) + A(4) * x(1) + A(5) * x(2));
}

TEST(MatVec, MovesMatrixAndVectorsOnce) {
  EXPECT_EQ(MatVec::bytes_moved({{2, 3, 1}}), 4 * (6 + 3 + 2));
  EXPECT_EQ(MatVec::bytes_moved({{65536, 65536, 1}}), 4LL * (65536LL * 65536 + 2 * 65536));  // beyond 32 bits
}

TEST(MatVec, InputsAreEighthsAndProductsSixtyFourths) {
  for (int i = 0; i < 10000; ++i) {
    const float a = inputs(0, i);
    const float x = inputs(1, i);
    ASSERT_EQ(a * 8, std::nearbyint(a * 8)) << a;
    ASSERT_EQ(a * x * 64, std::nearbyint(a * x * 64)) << a << " * " << x;
    ASSERT_EQ(a * x, static_cast<double>(a) * x);
    ASSERT_LE(std::abs(a * x), 1);
  }
}

TEST(MatVec, AnyOrderOfAddingUpGivesTheExactSum) {
  const Size size{{3, 16000, 1}};
  std::mt19937 random(7);
  for (int row = 0; row < 3; ++row) {
    const Expected expected = MatVec::product(size).expected(inputs, row);
    EXPECT_EQ(expected.bound, 0.0);
    std::vector<float> terms = products(inputs, size, row);
    EXPECT_EQ(sum_in_order(terms), expected.value);
    EXPECT_EQ(sum_of_halves(terms), expected.value);
    std::sort(terms.begin(), terms.end());  // the largest partial sums there are
    EXPECT_EQ(sum_in_order(terms), expected.value);
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(sum_in_order(terms), expected.value);
  }
}

TEST(MatVec, EveryMissingTermThatIsNotZeroIsSeen) {
  const Size size{{1, 16000, 1}};
  const Expected expected = MatVec::product(size).expected(inputs, 0);
  const std::vector<float> terms = products(inputs, size, 0);
  const float sum = sum_in_order(terms);
  int seen = 0;
  for (const float term : terms) {
    if (std::abs((sum - term) - expected.value) > expected.bound) ++seen;
  }
  const auto zeros = std::count(terms.begin(), terms.end(), 0.0F);
  EXPECT_EQ(seen, 16000 - zeros);
  EXPECT_LT(zeros, 16000 / 6);  // an eighth is due: either factor is zero in a sixteenth of all draws
}

// Where partial sums need more than a float's 24 bits, a bound takes the place of exactness.
TEST(MatVec, BeyondTheExactLengthsRoundingIsAllowedFor) {
  const Size longest_exact{{1, MatVec::most_exact_columns, 1}};
  const Size longer{{1, MatVec::most_exact_columns + 1, 1}};
  EXPECT_EQ(MatVec::product(longest_exact).expected(inputs, 0).bound, 0.0);
  EXPECT_GT(MatVec::product(longer).expected(inputs, 0).bound, 0.0);
}

// With inputs of all 24 bits every sum is rounded. The bound holds whatever the order, and is still small enough for a
// missing term to show.
TEST(MatVec, TheBoundCoversRoundingInAnyOrder) {
  const Inputs fine{42, 24};
  const Size size{{1, 1000, 1}};
  std::vector<float> terms = products(fine, size, 0);
  double exact = 0;
  double magnitude = 0;
  for (int j = 0; j < 1000; ++j) {
    const double product = static_cast<double>(fine(0, j)) * fine(1, j);
    exact += product;
    magnitude += std::abs(product);
  }
  const double bound = dot_product_bound(1000, magnitude);
  EXPECT_NE(sum_in_order(terms), exact) << "nothing is rounded, so nothing is tested";
  EXPECT_LE(std::abs(sum_in_order(terms) - exact), bound);
  EXPECT_LE(std::abs(sum_of_halves(terms) - exact), bound);
  std::sort(terms.begin(), terms.end());
  EXPECT_LE(std::abs(sum_in_order(terms) - exact), bound);
  const float largest = std::max(-terms.front(), terms.back());
  EXPECT_GT(largest, bound) << "a missing term would not be seen";
}

TEST(MatVec, IsCalledWithRowsThenColumns) {
  static int seen[2];
  void (*const entry)(float*, const float*, const float*, int, int) = [](float* y, const float* A, const float* x,
                                                                         int rows, int columns) {
    *y = 10 * *A + *x;
    seen[0] = rows;
    seen[1] = columns;
  };
  const float A = 5;
  const float x = 3;
  float y = 0;
  float* const outputs[] = {&y};
  const float* const inputs_of_call[] = {&A, &x};
  for (const Part& part : tests::lab("lab1").parts) {
    y = 0;
    part.invoke(reinterpret_cast<void*>(entry), {{{7, 9, 1}}, outputs, inputs_of_call});
    EXPECT_EQ(y, 53) << part.id;
    EXPECT_EQ(seen[0], 7);
    EXPECT_EQ(seen[1], 9);
  }
}

TEST(MatVec, EveryPartHasItsSectionInTheHandout) {
  const auto handout = std::filesystem::path(COURSE_ROOT) / "labs/lab1_matvec/README.md";
  const std::string text = files::read_file(handout);
  for (const Part& part : tests::lab("lab1").parts) {
    const std::string heading = "\n## Part " + std::string(part.id) + ": " + std::string(part.title) + "\n";
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace course

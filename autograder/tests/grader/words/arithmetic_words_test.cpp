#include "grader/words/arithmetic_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;

constexpr const char* source_of_two_kinds =
    "__global__ void k(float* out, int n) {\n"
    "  if (threadIdx.x % 2 == 0) {\n"
    "    out[0] = a();\n"
    "  } else {\n"
    "    if (n > 1) out[1] = b();\n"
    "  }\n"
    "  out[2] = c();\n"
    "}\n"
    "void run(float* out, int n) {\n"
    "  k<<<1, 32>>>(out, n);\n"
    "}\n";

std::optional<Finding> wasted(const std::vector<LocatedArithmetic>& busiest, double value = 2) {
  course::MetricValues values;
  values["divergence"] = value;
  course::TrafficLimits limits;
  limits.at_most["divergence"] = 1.1;
  return wasted_arithmetic(simt::index_source(source_of_two_kinds), busiest, values, limits, {});
}

TEST(ArithmeticWords, NameTheConditionThatLanesDisagreeAbout) {
  const auto one_side = wasted({{3, 16}});
  ASSERT_TRUE(one_side);
  EXPECT_EQ(one_side->line, 2);
  EXPECT_EQ(one_side->other_line, 3);
  EXPECT_THAT(one_side->text, HasSubstr("at line 3, on average 16.0 of the 32 lanes of a warp compute"));
  EXPECT_EQ(wasted({{5, 16}})->line, 2) << "behind else as well";
}

TEST(ArithmeticWords, NameTheLineThatDecidesWhereTheConditionIsOneVariable) {
  course::MetricValues values;
  values["divergence"] = 2;
  course::TrafficLimits limits;
  limits.at_most["divergence"] = 1.1;
  const auto found = wasted_arithmetic(
      simt::index_source("__global__ void k(float* out) {\n  const bool odd = threadIdx.x % 2 == 1;\n  if (odd) {\n"
                         "    out[0] = a();\n  }\n}\n"),
      {{4, 16}}, values, limits, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 2);
  EXPECT_THAT(found->text, HasSubstr("different sides of the condition at line 3"));
}

TEST(ArithmeticWords, NameTwoFunctionsThatAllThreadsCall) {
  course::MetricValues values;
  values["divergence"] = 2;
  course::TrafficLimits limits;
  limits.at_most["divergence"] = 1.1;
  const auto of_source = [&](const std::string& text) {
    return wasted_arithmetic(simt::index_source(text), {}, values, limits, {"logistic", "scrambled"});
  };
  const auto both = of_source(
      "__global__ void k(float* out, int n) {\n"
      "  const float a = logistic(1, n);\n"
      "  const float b = scrambled(1, n);\n"
      "  out[0] = n % 2 ? a : b;\n"
      "}\n");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->line, 3);
  EXPECT_EQ(both->other_line, 2);
  EXPECT_THAT(both->text, HasSubstr("scrambled() here and logistic() at line 2 are both computed"));
  EXPECT_FALSE(
      of_source("__global__ void k(float* out, int n) {\n"
                "  if (n > 1) out[0] = logistic(1, n);\n"
                "  out[1] = scrambled(1, n);\n"
                "}\n"));
}

TEST(ArithmeticWords, NameTheLineItselfWhereAllLanesCompute) {
  const auto all = wasted({{7, 31.9}});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->line, 7);
  EXPECT_THAT(all->text, HasSubstr("not every result that is computed is used"));
}

TEST(ArithmeticWords, AreNotAboutTheLaunchNorAboutWhatIsGood) {
  EXPECT_EQ(wasted({{10, 16}, {3, 16}})->other_line, 3) << "the line of a launch is that of no call";
  EXPECT_FALSE(wasted({{10, 16}}));
  EXPECT_FALSE(wasted({{3, 16}}, 1.05));
}

// A compiler may join the two calls, and leave their lines to neither.
TEST(ArithmeticWords, WithoutALineOfTheArithmeticTheConditionBetweenTheTwoFunctionsIsNamed) {
  course::MetricValues values;
  values["divergence"] = 2;
  course::TrafficLimits limits;
  limits.at_most["divergence"] = 1.1;
  const auto of_source = [&](const std::string& text, double lanes) {
    return wasted_arithmetic(simt::index_source(text), {{0, lanes}}, values, limits, {"logistic", "scrambled"});
  };
  const std::string branches =
      "__global__ void k(float* out, int n) {\n"
      "  if (slot.odd)\n"
      "    out[0] = scrambled(1, n);\n"
      "  else\n"
      "    out[0] = logistic(1, n);\n"
      "}\n";
  const auto found = of_source(branches, 16);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 2);
  EXPECT_EQ(found->other_line, 3);
  EXPECT_THAT(found->text, HasSubstr("scrambled() at line 3 and logistic() at line 5: on average 16.0 of the 32"));
  const auto choice =
      of_source("__global__ void k(float* out, int n) { out[0] = n ? scrambled(1, n) : logistic(1, n); }", 16);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->line, 1);
  EXPECT_FALSE(of_source(branches, 32)) << "no lane waits";
}

}  // namespace
}  // namespace grader

#include "grader/words/operation_count_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grader {
namespace {

using testing::HasSubstr;

const std::string source =
    "__global__ void keep(float* x, const float* in) {\n"
    "  x[threadIdx.x] = in[threadIdx.x];\n"
    "}\n"
    "__global__ void turn(float* x, const float* in) {\n"
    "  x[threadIdx.x] = in[31 - threadIdx.x];\n"
    "}\n"
    "void run(float* x, float* p, const float* in, int n) {\n"
    "  turn<<<1, 32>>>(x, in);\n"
    "  keep<<<1, 32>>>(p, x);\n"
    "  for (int i = 0; i < n; ++i) {\n"
    "    cudaMemcpy(x, p, 4, cudaMemcpyDefault);\n"
    "  }\n"
    "}\n";

std::optional<Finding> said_of(const std::vector<AskedFor>& asked, double launches, double copies) {
  course::MetricValues values;
  values["launches"] = launches;
  values["copies"] = copies;
  course::TrafficLimits limits;
  limits.at_most["launches"] = 1;
  limits.at_most["copies"] = 2;
  return too_many_operations(simt::index_source(source), "run", asked, values, limits);
}

TEST(OperationCountWords, TheLineThatCopiesMostIsNamedWithItsLoop) {
  const auto found = said_of({{9, false, 1, "cudaMemset"}, {11, false, 3, "cudaMemcpy"}}, 1, 4);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 11);
  EXPECT_EQ(found->other_line, 10);
  EXPECT_THAT(found->text,
              HasSubstr("of the 4 copies and fills, this line asks for 3 (cudaMemcpy), one in each round"));
}

TEST(OperationCountWords, OfALineInAHelperTheLoopIsNamedThatCallsIt) {
  const auto line_of = [](const std::string& body) {
    course::MetricValues values;
    values["copies"] = 5;
    course::TrafficLimits limits;
    limits.at_most["copies"] = 2;
    const auto index = simt::index_source(
        "void one(float* x, float* p) {\n  cudaMemcpy(x, p, 4, cudaMemcpyDefault);\n}\n"
        "void two(float* x, float* p) { one(x, p); }\n"
        "void run(float* x, float* p, int n) {\n" +
        body + "\n}\nvoid other(float* x, float* p) {\n  while (true) one(x, p);\n}\n");
    return too_many_operations(index, "run", {{2, false, 5, "cudaMemcpy"}}, values, limits)->line;
  };
  EXPECT_EQ(line_of("one(x, p);\nfor (int i = 0; i < n; ++i) {\none(x + i, p);\n}"), 7);
  EXPECT_EQ(line_of("one(x, p);\n\nfor (int i = 0; i < n; ++i) two(x + i, p);"), 8);
  EXPECT_EQ(line_of("one(x, p);\none(x, p);"), 2);
  EXPECT_EQ(line_of("for (int i = 0; i < n; ++i) one(x, p);\nfor (int i = 0; i < n; ++i) one(p, x);"), 2);
}

TEST(OperationCountWords, OfKernelsThatAreLaunchedOnceTheOneThatOnlyCopiesIsNamed) {
  const auto found = said_of({{8, true, 1, "turn"}, {9, true, 1, "keep"}}, 2, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 9);
  EXPECT_THAT(found->text, HasSubstr("the kernel keep only copies"));
}

TEST(OperationCountWords, WhereNoLineStandsOutNoneIsNamed) {
  EXPECT_FALSE(said_of({{8, true, 1, "turn"}}, 2, 0));
  EXPECT_FALSE(said_of({{9, false, 1, "cudaMemset"}, {11, false, 1, "cudaMemcpy"}}, 1, 3));
}

TEST(OperationCountWords, NothingIsSaidWithinTheLimits) {
  EXPECT_FALSE(said_of({{11, false, 2, "cudaMemcpy"}, {8, true, 1, "turn"}}, 1, 2));
}

}  // namespace
}  // namespace grader

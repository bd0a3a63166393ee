#include "grader/words/wait_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

using testing::HasSubstr;

std::optional<Finding> of_a_loop_with(const std::string& statement, double waits = 7) {
  course::MetricValues values;
  values["waits"] = waits;
  course::TrafficLimits limits;
  limits.at_most["waits"] = 0;
  return waiting_call(simt::index_source("void other() {\n  for (;;) cudaDeviceSynchronize();\n}\n"
                                         "void run(int rounds) {\n"
                                         "  for (int r = 0; r < rounds; ++r) {\n"
                                         "    k<<<1, 1>>>();\n    " +
                                         statement + "\n  }\n  cudaDeviceSynchronize();\n}\n"),
                      "run", values, limits);
}

TEST(WaitWords, TheCallInTheLoopIsNamed) {
  const auto found = of_a_loop_with("cudaDeviceSynchronize();");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 7);
  EXPECT_EQ(found->other_line, 5);
  EXPECT_THAT(found->text, HasSubstr("in every round of the loop at line 5"));
}

TEST(WaitWords, AWaitBehindTheLoopOrInAnotherFunctionIsNot) { EXPECT_FALSE(of_a_loop_with("")); }

TEST(WaitWords, AHelperThatIsCalledInALoopWaitsThere) {
  course::MetricValues values;
  values["waits"] = 7;
  course::TrafficLimits limits;
  limits.at_most["waits"] = 0;
  const auto found = waiting_call(simt::index_source("void ok() {\n  cudaDeviceSynchronize();\n}\n"
                                                     "void run(int rounds) {\n"
                                                     "  for (int r = 0; r < rounds; ++r) {\n"
                                                     "    k<<<1, 1>>>();\n    ok();\n  }\n}\n"),
                                  "run", values, limits);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 2);
  EXPECT_EQ(found->other_line, 5);
}

TEST(WaitWords, NothingIsSaidOfWhatIsGood) { EXPECT_FALSE(of_a_loop_with("cudaDeviceSynchronize();", 0)); }

}  // namespace
}  // namespace grader

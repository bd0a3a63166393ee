#include "grader/words/launch_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

using testing::HasSubstr;

std::optional<Finding> of_a_function_with(const std::string& question) {
  return remark_on_kept_error(simt::index_source("int other() { return cudaGetLastError(); }\n"
                                                 "int run(float* x) {\n"
                                                 "  k<<<1, 2048>>>(x);\n"
                                                 "  return " +
                                                 question + ";\n}\n"),
                              "run");
}

TEST(KeptError, IsRemarkedWhereNoLineTakesItAway) {
  const auto found = of_a_function_with("cudaPeekAtLastError()");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 4);
  EXPECT_TRUE(found->is_remark);
  EXPECT_THAT(found->text, HasSubstr("the next call of this function finds it here again"));
}

TEST(KeptError, IsNoneWhereItIsTakenAway) {
  EXPECT_FALSE(of_a_function_with("cudaGetLastError()"));
  EXPECT_FALSE(of_a_function_with("cudaPeekAtLastError() == cudaSuccess ? 0 : cudaGetLastError()"));
  EXPECT_FALSE(of_a_function_with("0"));
}

}  // namespace
}  // namespace grader

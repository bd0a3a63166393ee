#include "grader/words/divergence_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace grader {
namespace {

using testing::HasSubstr;

/// The finding of a barrier at line 4 of a kernel whose lines 2 and 3 are given.
Finding explained(const std::string& around, const std::string& before) {
  const std::string source = "__global__ void k(float* a, int n) {\n  " + around + "\n    " + before +
                             "\n    __syncthreads();\n    a[0] = 1;\n  }\n}\n";
  Finding found;
  found.line = 4;
  found.text = "a thread waits";
  simt::FindingRecord record;
  record.other_thread = {7, 0, 0};
  explain_divergence(simt::index_source(source), record, found);
  return found;
}

TEST(DivergenceWords, ABarrierMayDependOnACondition) {
  const Finding found = explained("if (threadIdx.x < n) {", "a[1] = 2;");
  EXPECT_EQ(found.line, 4);
  EXPECT_THAT(found.text, HasSubstr("the condition at line 2 does not hold for all of them"));
}

/// The same of the barrier in `if (last) { …` at line 6, where line 2 declares the variable.
Finding of_variable(const std::string& declaration) {
  Finding found;
  found.line = 7;
  found.text = "a thread waits at a barrier";
  explain_divergence(simt::index_source("__global__ void k(unsigned* count, float* total) {\n  " + declaration +
                                        "\n"
                                        "  if (threadIdx.x == 0) {\n"
                                        "    last = atomicAdd(count, 1) == gridDim.x - 1;\n"
                                        "  }\n"
                                        "  if (last) {\n"
                                        "    __syncthreads();\n"
                                        "  }\n"
                                        "}\n"),
                     {}, found);
  return found;
}

TEST(DivergenceWords, AVariableOfEachThreadThatOnlySomeThreadsSetIsNamed) {
  const Finding found = of_variable("bool last = false;");
  EXPECT_EQ(found.line, 4);
  EXPECT_EQ(found.other_line, 7);
  EXPECT_THAT(found.text, HasSubstr("only by threads for which the condition at line 3 holds"));
  EXPECT_EQ(of_variable("__shared__ bool last;").line, 7);
}

TEST(DivergenceWords, ALoopMayHaveAnotherNumberOfRoundsForEachThread) {
  const Finding found = explained("for (int i = threadIdx.x; i < n; i += 32) {", "a[i] = 2;");
  EXPECT_EQ(found.line, 4);
  EXPECT_THAT(found.text, HasSubstr("in the loop at line 2"));
  EXPECT_THAT(found.text, HasSubstr("thread (7, 0, 0) makes another number"));
}

TEST(DivergenceWords, ThreadsMayLeaveTheLoopBeforeTheBarrier) {
  for (const std::string leaves : {"break;", "continue;"}) {
    const Finding found = explained("for (int i = 0; i < n; ++i) {", "if (threadIdx.x == i) " + leaves);
    EXPECT_EQ(found.line, 3);
    EXPECT_EQ(found.other_line, 4);
    EXPECT_THAT(found.text, HasSubstr("leave the loop, or a round of it, here"));
  }
}

TEST(DivergenceWords, ABreakOfAnotherLoopSaysNothing) {
  const Finding found =
      explained("for (int i = threadIdx.x; i < n; ++i) {", "for (int k = 0; k < n; ++k) { if (k == i) break; }");
  EXPECT_EQ(found.line, 4);
}

/// The finding of a shuffle at line 4 for lane 20 of the second warp, in blocks of `threads`.
Finding of_lane(std::uint32_t threads) {
  Finding found;
  found.line = 4;
  found.launch_line = 9;
  found.text = "a thread gets what is undefined";
  simt::FindingRecord record;
  record.kind = simt::FindingKind::barrier_divergence;
  record.detail = simt::Detail::stores_undefined;
  record.launch_block = {threads, 1, 1};
  record.thread = {32, 0, 0};
  record.numbers[1] = 20;
  explain_divergence({}, record, found);
  return found;
}

TEST(DivergenceWords, ALaneThatNoThreadOfTheBlockIsComesOfTheLaunch) {
  EXPECT_EQ(of_lane(53).line, 4) << "this lane has ended, or is elsewhere";
  const Finding found = of_lane(52);
  EXPECT_EQ(found.line, 9);
  EXPECT_EQ(found.other_line, 4);
  EXPECT_THAT(found.text, HasSubstr("have 52 threads"));
}

}  // namespace
}  // namespace grader

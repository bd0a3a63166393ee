// What the emulator says of a grading on a GPU, here of one that is made up.
#include "grader/pipeline/emulator_opinion.hpp"
#include "grading.hpp"

namespace grader {
namespace {

using namespace testing_support;

struct Asked {
  GradeRequest request;
  GradeResult result;
};

Asked graded_on_gpu(const std::string& file, const std::string& part, Verdict verdict) {
  Asked asked;
  asked.request.root = root();
  asked.request.lab = &tests::lab("lab4");
  asked.request.submission = root() / "autograder/tests/submissions/lab4_sync" / file;
  asked.request.backend = "cuda";
  asked.result.seed = 7;
  asked.result.parts.resize(1);
  asked.result.parts.front().id = part;
  asked.result.parts.front().verdict = verdict;
  asked.result.parts.front().points = verdict == Verdict::failed ? 0 : 10;
  return asked;
}

TEST(GradeAsked, WhatFailedOnAGpuGetsItsLine) {
  Asked asked = graded_on_gpu("one_waits.cu", "4.3", Verdict::failed);
  ask_emulator(rules(), asked.request, asked.result);
  ASSERT_FALSE(asked.result.parts.front().findings.empty());
  EXPECT_EQ(asked.result.parts.front().findings.front().name, "one-change");
  EXPECT_NE(asked.result.parts.front().findings.front().line, 0);
}

TEST(GradeAsked, AFenceThatIsMissingIsARemarkOrCostsThePoints) {
  Asked asked = graded_on_gpu("no_acquire.cu", "4.3", Verdict::passed);
  ask_emulator(rules(), asked.request, asked.result);
  ASSERT_EQ(asked.result.parts.front().findings.size(), 1U);
  EXPECT_TRUE(asked.result.parts.front().findings.front().is_remark);
  EXPECT_EQ(asked.result.parts.front().points, 10);

  Asked judged = graded_on_gpu("no_acquire.cu", "4.3", Verdict::passed);
  course::Rules strict = rules();
  strict.emulator.mistakes_cost_points = true;
  ask_emulator(strict, judged.request, judged.result);
  EXPECT_EQ(judged.result.parts.front().verdict, Verdict::failed);
  EXPECT_EQ(judged.result.parts.front().points, 0);
}

TEST(GradeAsked, NothingIsAskedWhereTheRulesSayNever) {
  Asked asked = graded_on_gpu("one_waits.cu", "4.3", Verdict::failed);
  course::Rules silent = rules();
  silent.emulator.asked = course::Asked::never;
  ask_emulator(silent, asked.request, asked.result);
  EXPECT_TRUE(asked.result.parts.front().findings.empty());
}

TEST(GradeAsked, AnEmulatorThatFailsLeavesTheVerdictUnlessPointsDependOnIt) {
  Asked asked = graded_on_gpu("one_waits.cu", "4.3", Verdict::failed);
  course::Rules broken = rules();
  broken.emulator.device = "no_such_device";
  ask_emulator(broken, asked.request, asked.result);
  EXPECT_TRUE(asked.result.parts.front().findings.empty());
  broken.emulator.mistakes_cost_points = true;
  EXPECT_ANY_THROW(ask_emulator(broken, asked.request, asked.result));
}

}  // namespace
}  // namespace grader

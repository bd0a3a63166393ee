// Whole gradings on a real GPU: the starter, the solution, the corpus, and attempts to look fast.
#include <csignal>
#include <cstdlib>

#include "grader/explain/explain.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "grading.hpp"
#include "support/process/interrupt.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;

std::filesystem::path corpus(const std::string& file) {
  return root() / "autograder/tests/submissions/lab3_transpose" / (file + ".cu");
}

bool emulator_is_here() {
  for (const Toolchain& here : toolchains(root())) {
    if (here.kind->name == "simt") return here.backend != nullptr;
  }
  return false;
}

TEST(GradeCuda, StarterScoresNothingBecauseNothingWasWritten) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab3_transpose", "cuda");
  EXPECT_EQ(result.score, 0);
  ASSERT_EQ(result.parts.size(), 5U);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::not_attempted) << part.id;
    EXPECT_EQ(part.reasons.front().text, "nothing was written");
  }
}

TEST(GradeCuda, SolutionGetsAllPoints) {
  const GradeResult result = grade_file(rules(), root() / "solutions/lab3_transpose", "cuda");
  EXPECT_EQ(result.score, result.max_score);
  ASSERT_TRUE(result.device.copy);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::passed) << part.id << said_about(result, part);
    ASSERT_TRUE(part.performance) << part.id;
    EXPECT_GE(part.performance->samples, rules().measuring.clear_samples);
    EXPECT_GT(part.performance->gbps.value, 0);
    EXPECT_FALSE(part.performance->outside_clock) << part.id << ": honest events must not be doubted";
  }
}

TEST(GradeCuda, TimeHiddenFromTheEventsIsFoundByTheGradersClock) {
  const GradeResult hidden = grade_file(rules(), corpus("own_stream"), "cuda", {"3.2"});
  const GradeResult open = grade_file(rules(), corpus("slow"), "cuda", {"3.2"});
  ASSERT_TRUE(hidden.parts.front().performance && open.parts.front().performance);
  const Performance& claimed = *hidden.parts.front().performance;
  const Performance& honest = *open.parts.front().performance;
  EXPECT_TRUE(claimed.outside_clock);
  EXPECT_FALSE(honest.outside_clock);
  // The same kernel: hiding it may buy the tolerance, which is at most a few percent of a batch.
  EXPECT_LT(claimed.gbps.value, honest.gbps.value * 1.05);
  EXPECT_EQ(hidden.parts.front().verdict, Verdict::partial);
}

TEST(GradeCuda, TheEmulatorNamesTheLineOfWhatFailedAndTheRaceThatDidNotShow) {
  if (!emulator_is_here()) GTEST_SKIP() << "no clang here";
  const auto submissions = root() / "autograder/tests/submissions/lab4_sync";
  const auto graded = [&](const course::Rules& rules, const std::string& file) {
    return grade_file(rules, submissions / file, "cuda", {"4.3"}, &tests::lab("lab4"));
  };
  const GradeResult failed = graded(rules(), "one_waits.cu");
  EXPECT_EQ(failed.parts.front().verdict, Verdict::failed);
  ASSERT_FALSE(failed.parts.front().findings.empty());
  EXPECT_NE(failed.parts.front().findings.front().line, 0);

  const GradeResult remarked = graded(rules(), "no_acquire.cu");
  EXPECT_NE(remarked.parts.front().verdict, Verdict::failed) << said_about(remarked, remarked.parts.front());
  ASSERT_FALSE(remarked.parts.front().findings.empty());
  EXPECT_TRUE(remarked.parts.front().findings.front().is_remark);

  course::Rules strict = rules();
  strict.emulator.mistakes_cost_points = true;
  const GradeResult judged = graded(strict, "no_acquire.cu");
  EXPECT_EQ(judged.parts.front().verdict, Verdict::failed);
  EXPECT_EQ(judged.score, 0);
}

// At a size of which the set-aside part of the L2 holds several inputs, so that they would be seen to be there.
TEST(GradeCuda, WhatPersistsFromAnUntimedCallGainsNothing) {
  const course::Lab& lab = tests::lab("lab0");
  course::Rules small = rules();
  small.labs.find("lab0")->second.gpu_performance_size = {{2 << 20}};
  const auto gbps = [&](const std::filesystem::path& file) {
    const GradeResult result = grade_file(small, root() / file, "cuda", {"0.2"}, &lab);
    EXPECT_TRUE(result.parts.front().performance) << said_about(result, result.parts.front());
    return result.parts.front().performance ? result.parts.front().performance->gbps.value : 1.0;
  };
  const double honest = gbps("solutions/lab0_copy");
  EXPECT_LT(gbps("autograder/tests/submissions/lab0_copy/persists_between_calls.cu"), honest * 1.05);
}

// tests/submissions/hostile/ has what it must see.
TEST(DeviceWatch, IsAloneOnADeviceThatNothingElseUses) {
  const auto watch = choose_toolchain(root(), {.must_time = true}).backend->watch();
  for (int i = 0; i < 50; ++i) {
    watch->begin();
    watch->flush_caches();
    EXPECT_TRUE(watch->end({5e-3})) << i;
  }
}

TEST(GradeCuda, GradingsOnOneGpuTakeTurns) {
  auto another = choose_toolchain(root(), {.must_time = true}).backend->take_turn({});
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = corpus("wrong_index");
  request.backend = "cuda";
  request.only = {"3.1"};
  request.progress = [&](std::string_view line) {
    if (line.find("waiting for another grading") != line.npos) another.reset();
  };
  const GradeResult result = grade(rules(), request);
  EXPECT_FALSE(another) << "it did not wait";
  EXPECT_EQ(result.parts.front().verdict, Verdict::failed);
}

// The reference's process has memory of the grader by then, which is asked back when all is left.
TEST(GradeCuda, CtrlCWhileItMeasuresEndsIt) {
  process::catch_interrupts();
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = root() / "solutions/lab3_transpose";
  request.backend = "cuda";
  request.only = {"3.1"};
  request.progress = [](std::string_view line) {
    if (line.find("measuring") != line.npos) std::raise(SIGINT);
  };
  EXPECT_THROW(grade(rules(), request), process::Interrupted);
  EXPECT_TRUE(process::take_interrupt());
}

TEST(GradeCuda, WithLittleFreeMemoryTheSizeShrinksAndTheReportSaysSo) {
  course::Rules tight = rules();
  tight.measuring.memory_share = 0.002;
  const GradeResult result = grade_file(tight, root() / "solutions/lab3_transpose", "cuda", {"3.1"});
  EXPECT_THAT(result.notes, ::testing::Contains(::testing::HasSubstr("instead of 16384 × 16384")));
  EXPECT_TRUE(result.parts.front().performance);
}

TEST(GradeCuda, WithoutFreeMemoryItCannotBeGraded) {
  course::Rules none = rules();
  none.measuring.memory_share = 1e-9;
  EXPECT_THROW(grade_file(none, root() / "solutions/lab3_transpose", "cuda", {"3.1"}), CannotGrade);
}

TEST(GradeCuda, WithoutIpcMemoryIsStagedAndTheReportIsAdvisory) {
  setenv("COURSE_NO_IPC", "1", 1);
  const GradeResult right = grade_file(rules(), root() / "solutions/lab3_transpose", "cuda", {"3.3"});
  const GradeResult wrong = grade_file(rules(), corpus("wrong_index"), "cuda", {"3.1"});
  unsetenv("COURSE_NO_IPC");
  EXPECT_THAT(right.notes, ::testing::Contains(::testing::HasSubstr("advisory")));
  EXPECT_GE(right.parts.front().points, 5) << said_about(right, right.parts.front());
  EXPECT_EQ(wrong.parts.front().verdict, Verdict::failed);
}

class EveryLabCuda : public ::testing::TestWithParam<course::Lab> {};

TEST_P(EveryLabCuda, StarterIsWorthNothingAndSolutionAll) { expect_starter_and_solution(GetParam(), "cuda"); }

INSTANTIATE_TEST_SUITE_P(All, EveryLabCuda, ::testing::ValuesIn(tests::loaded_course().labs),
                         [](const auto& info) { return std::string(info.param.name); });

/// Those that end before anything is timed, which may run beside each other; or the others.
std::vector<Expectation> expectations(bool is_untimed) {
  std::vector<Expectation> all = expectations_of_process("cuda");
  std::erase_if(all, [&](const Expectation& expected) {
    const bool ends_early = expected.verdict == Verdict::failed || expected.verdict == Verdict::not_attempted;
    return ends_early != is_untimed;
  });
  return all;
}

class WrongSubmissionsCuda : public ::testing::TestWithParam<Expectation> {};

TEST_P(WrongSubmissionsCuda, FailForTheirOwnReason) { expect_verdict(GetParam(), "cuda"); }

INSTANTIATE_TEST_SUITE_P(All, WrongSubmissionsCuda, ::testing::ValuesIn(expectations(true)),
                         [](const auto& info) { return name_of(info.param); });

class TimedSubmissionsCuda : public ::testing::TestWithParam<Expectation> {};

TEST_P(TimedSubmissionsCuda, GetTheirVerdictForTheirOwnReason) { expect_verdict(GetParam(), "cuda"); }

INSTANTIATE_TEST_SUITE_P(All, TimedSubmissionsCuda, ::testing::ValuesIn(expectations(false)),
                         [](const auto& info) { return name_of(info.param); });

TEST(GradeCuda, NsightComputeCountsWhatTheEmulatorCounts) {
  if (std::system("command -v ncu > /dev/null") != 0) GTEST_SKIP() << "no Nsight Compute here";
  if (!emulator_is_here()) GTEST_SKIP() << "no clang here";
  const course::Lab& lab = tests::lab("lab3");
  ExplainRequest request;
  request.root = root();
  request.lab = &lab;
  request.part = course::find_part(lab, "3.2");
  request.submission = root() / "solutions/lab3_transpose";
  request.on_hardware = true;
  const Explanation explanation = explain(rules(), request);
  ASSERT_TRUE(explanation.hardware);
  int compared = 0;
  for (const Traffic& row : explanation.traffic) {
    for (const HardwareTraffic& counted : explanation.hardware->traffic) {
      if (counted.line != row.line || counted.space != row.space || counted.op != row.op) continue;
      EXPECT_EQ(counted.sectors, row.space == Space::global ? row.sectors : 0) << "line " << row.line;
      EXPECT_EQ(counted.wavefronts, row.space == Space::shared ? row.wavefronts : 0) << "line " << row.line;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 4);  // a load and a store on either side of the tile
}

}  // namespace
}  // namespace grader

// Lab 7 in the emulator: what stays in the L2 cache shows in the bytes that DRAM moves. Counted for a 128th of an H200.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::Contains;
using ::testing::HasSubstr;

const course::Lab& lab7() { return tests::lab("lab7"); }

PartResult graded(const std::string& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &lab7()).parts.front();
}

/// Bytes from and to DRAM ÷ those that must move.
double dram(const std::string& file, const std::string& part) {
  const PartResult result = graded(file, part);
  EXPECT_TRUE(result.traffic_summary) << file;
  return result.traffic_summary ? result.traffic_summary->values["dram_vs_minimum"].value() : 0;
}
double dram_of(const std::string& submission, const std::string& part) {
  return dram("autograder/tests/submissions/lab7_residency/" + submission + ".cu", part);
}

const std::string solution = "solutions/lab7_residency";

// The inputs differ in each grading, and with them the order in which lines come and go.
TEST(GradeLab7, ATableThatPersistsIsReadOnce) { EXPECT_NEAR(dram(solution, "7.1"), 1, 0.02); }

TEST(GradeLab7, WhatKeepsLessOfItReadsMore) {
  const double kept = dram(solution, "7.1");
  const double a_quarter_kept = dram_of("elements_for_bytes", "7.1");
  const double left_to_the_cache = dram_of("no_window", "7.1");
  const double readings_kept = dram_of("window_on_readings", "7.1");
  EXPECT_LT(kept + 0.08, a_quarter_kept);
  EXPECT_LT(a_quarter_kept + 0.02, left_to_the_cache);
  EXPECT_LT(left_to_the_cache + 0.2, readings_kept) << "the table has only what readings leave it";
}

// Without a window the table stays if what is used once goes first.
TEST(GradeLab7, StreamingAccessesKeepTheTableToo) { EXPECT_NEAR(dram_of("hints", "7.1"), 1, 0.02); }

// Without effect, each for a reason of its own: as if there were no window.
TEST(GradeLab7, AWindowThatDoesNotReachTheKernelChangesNothing) {
  const double without = dram_of("no_window", "7.1");
  for (const char* file : {"nothing_aside", "another_stream", "cleared_too_early"}) {
    EXPECT_NEAR(dram_of(file, "7.1"), without, 0.02) << file;
  }
}

TEST(GradeLab7, BeyondTheSetAsideAHitRatioCuresTheThrashing) {
  const double without = dram_of("no_window", "7.2");
  EXPECT_GT(dram_of("thrash", "7.2"), without - 0.25);
  EXPECT_LT(dram(solution, "7.2") + 0.15, dram_of("thrash", "7.2"));
}

// The same code, asked for 7.2, is not asked to clear up.
TEST(GradeLab7, OnlyTheLastPartHasToLeaveNoTrace) {
  EXPECT_EQ(graded(solution, "7.1").verdict, Verdict::passed);
  EXPECT_EQ(graded("autograder/tests/submissions/lab7_residency/leaves_lines.cu", "7.3").verdict, Verdict::failed);
}

TEST(GradeLab7, TheReportSaysThatAPartOfADeviceWasCountedFor) {
  const GradeResult result = grade_file(rules(), root() / solution, "simt", {"7.1"}, &lab7());
  EXPECT_THAT(result.notes,
              Contains(HasSubstr("one of 128 equal parts of the device: 1 multiprocessor, 480 KiB of L2")));
  const GradeResult other = grade_file(rules(), root() / "solutions/lab3_transpose", "simt", {"3.1"});
  EXPECT_THAT(other.notes, ::testing::Not(Contains(HasSubstr("equal parts"))));
}

}  // namespace
}  // namespace grader

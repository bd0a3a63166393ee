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

// Where the call's own words say what is wrong, a change that only lets the call do nothing is no advice.
TEST(GradeLab7, AFieldOfTheWindowThatCannotBeIsNamedAndNoChangeBesideIt) {
  const PartResult result = graded("autograder/tests/submissions/hostile/window_of_unknown_property.cu", "7.1");
  std::string said;
  for (const Reason& reason : result.reasons) said += reason.text + "\n";
  for (const Finding& finding : result.findings) said += finding.text + "\n";
  EXPECT_THAT(said, HasSubstr("hitProp is not one of those that are possible"));
  EXPECT_THAT(said, testing::Not(HasSubstr("The emulator tried it")));
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

TEST(GradeLab7, InAnotherOrderEveryRowIsReadOnce) {
  EXPECT_NEAR(dram(solution, "7.4"), 1, 0.02);
  for (const char* file : {"tile_in_shared_memory", "tiles_of_blocks", "warps_of_rows", "one_round_at_a_time"}) {
    EXPECT_NEAR(dram_of(file, "7.4"), 1, 0.02) << file;
  }
}

// No window can help here.
TEST(GradeLab7, WithoutItAWindowKeepsLittleOfALargeTable) {
  const double limit = rules().labs.at("lab7").parts.at("7.4").traffic.at_most["dram_vs_minimum"].value();
  const double in_rounds = dram_of("round_after_round", "7.4");
  const double with_window = dram_of("window_over_a_part", "7.4");
  EXPECT_LT(with_window, in_rounds - 0.05);
  EXPECT_GT(with_window, limit + 0.3);
  EXPECT_GT(dram_of("tiles_beyond_the_cache", "7.4"), limit + 0.3);
}

// A part that asks for no window says nothing of windows, nor does one whose own function sets none.
TEST(GradeLab7, WhereAnotherOrderIsMeantNoWindowIsMissed) {
  const auto is_about_window = [](const Finding& finding) { return finding.name == "access-window"; };
  for (const std::string file : {"round_after_round", "window_over_a_part"}) {
    const PartResult part = graded("autograder/tests/submissions/lab7_residency/" + file + ".cu", "7.4");
    EXPECT_TRUE(std::none_of(part.findings.begin(), part.findings.end(), is_about_window)) << file;
  }
  const PartResult part = graded(solution, "7.4");
  EXPECT_TRUE(part.findings.empty());
}

// The change would be right only at the sizes that there was work left for.
TEST(GradeLab7, AnIndexPastTheTileIsNotCalledAnotherMistake) {
  for (const char* file : {"sensor_for_place_in_tile", "tile_ends_with_its_sensors", "tiles_begin_anywhere"}) {
    const PartResult part = graded("autograder/tests/submissions/lab7_residency/" + std::string(file) + ".cu", "7.4");
    ASSERT_FALSE(part.findings.empty()) << file;
    EXPECT_EQ(part.findings.front().name, "out-of-bounds") << file << ": " << part.findings.front().text;
  }
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

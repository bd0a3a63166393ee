// The exit status a script relies on, and the texts that need no grading.
#include "cli/answers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "tests/loaded_course.hpp"

namespace cli {
namespace {

using grader::Verdict;
using testing::HasSubstr;

grader::GradeResult result(std::vector<Verdict> verdicts) {
  grader::GradeResult result;
  for (const Verdict verdict : verdicts) result.parts.emplace_back().verdict = verdict;
  return result;
}

TEST(ExitStatus, IsZeroOnlyWhenEveryPartPassed) {
  EXPECT_EQ(exit_status(result({Verdict::passed})), 0);
  EXPECT_EQ(exit_status(result({Verdict::passed, Verdict::passed})), 0);
  for (const Verdict verdict : {Verdict::partial, Verdict::failed, Verdict::not_attempted}) {
    EXPECT_EQ(exit_status(result({Verdict::passed, verdict})), 1);
  }
}

TEST(ExitStatus, NotGradedBeatsNotPassed) {
  EXPECT_EQ(exit_status(result({Verdict::passed, Verdict::could_not_be_graded})), 3);
  EXPECT_EQ(exit_status(result({Verdict::failed, Verdict::could_not_be_graded})), 3);
}

TEST(ExitStatus, WhatADeviceLacksDoesNotCount) {
  EXPECT_EQ(exit_status(result({Verdict::passed, Verdict::not_on_this_device})), 0);
  EXPECT_EQ(exit_status(result({Verdict::partial, Verdict::not_on_this_device})), 1);
  EXPECT_EQ(exit_status(result({Verdict::could_not_be_graded, Verdict::not_on_this_device})), 3);
  EXPECT_EQ(exit_status(result({Verdict::not_on_this_device, Verdict::not_on_this_device})), 3) << "nothing was graded";
}

TEST(ExitStatus, AFileThatDoesNotCompileDidNotPass) {
  grader::GradeResult broken = result({Verdict::failed, Verdict::failed});
  broken.compiler_output = "error: expected ';'";
  EXPECT_EQ(exit_status(broken), 1);
  broken.parts.clear();
  EXPECT_EQ(exit_status(broken), 1);
}

TEST(ExitStatus, NothingAtAllIsNotAPass) { EXPECT_EQ(exit_status(result({})), 3); }

TEST(List, NamesEveryPartWithItsPoints) {
  const std::string text = list_text(tests::loaded_course(), {});
  EXPECT_THAT(text, HasSubstr("lab3  Transpose, "));
  std::size_t lines = 0;
  for (const course::Lab& lab : tests::loaded_course().labs) lines += 1 + lab.parts.size();
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), lines);
  EXPECT_THAT(text, HasSubstr("3.2  tiled "));
}

TEST(List, NamesTheDevices) {
  const std::string text = devices_text({"h200", "t4"}, "t4", {});
  EXPECT_THAT(text, HasSubstr("\n  h200, t4\n"));
  EXPECT_THAT(text, HasSubstr("counts for the t4, which course.toml names"));
}

TEST(Hint, SaysOneStepAndWhereToRead) {
  const course::Part& part = tests::part("3.2");
  const std::string text = hint_text(part, 2, {});
  EXPECT_THAT(text, HasSubstr("3.2  tiled"));
  EXPECT_THAT(text, HasSubstr("32 × 32 tile"));
  EXPECT_THAT(text, HasSubstr("Read on: " + std::string(part.read_on)));
  EXPECT_THAT(hint_text(part, 2, {.colour = false, .unicode = false, .width = 80}), HasSubstr("32 x 32 tile"));
}

TEST(Hint, EachSaysHowTheNextIsAskedFor) {
  const course::Part& part = tests::part("3.2");
  EXPECT_THAT(hint_text(part, 1, {}), HasSubstr("hint 1 of 3"));
  EXPECT_THAT(hint_text(part, 1, {}), HasSubstr("Say more: ./grade hint 3.2 2"));
  EXPECT_THAT(hint_text(part, 2, {}), HasSubstr("Say more: ./grade hint 3.2 3"));
  EXPECT_THAT(hint_text(part, 3, {}), testing::Not(HasSubstr("Say more")));
}

const progress::Best first{"0.1", true, 15, 15, "emulated h200", 0, "2026-11-22T14:39:34Z"};

TEST(Welcome, SaysWhatIsHereHowFarWhatNextAndWhatToType) {
  const std::string text =
      welcome_text(tests::loaded_course(), {first}, {"✓ emulator: clang 14", "– GPU (GB/s): no GPU here"}, {});
  EXPECT_THAT(text, HasSubstr("✓ emulator: clang 14"));
  EXPECT_THAT(text, HasSubstr("– GPU (GB/s): no GPU here"));
  EXPECT_THAT(text, HasSubstr("You: 1 of "));
  EXPECT_THAT(text, HasSubstr("Next: part 0.2"));
  EXPECT_THAT(text, HasSubstr("labs/lab0_copy/README.md"));
  EXPECT_THAT(text, HasSubstr("./grade hint 0.2"));
}

TEST(ProgressText, ShowsWhatWasGradedAndWhatComesNext) {
  const progress::Best fast{"0.1", true, 15, 15, "NVIDIA H200", 4012.3, "2026-11-23T08:00:00Z"};
  const progress::Best partial{"0.2", false, 10, 25, "emulated h200", 0, "2026-11-22T14:39:34Z"};
  const std::string text = progress_text(tests::loaded_course(), {fast, first, partial}, {});
  EXPECT_THAT(text, HasSubstr("lab0  Copy and coalescing: 1 of 7 parts passed, 25 points"));
  EXPECT_THAT(text, HasSubstr("✓ 0.1   15 / 15  NVIDIA H200  4012 GB/s  2026-11-23"));
  EXPECT_THAT(text, HasSubstr("– 0.2   10 / 25  emulated h200  2026-11-22"));
  EXPECT_THAT(text, HasSubstr("Next: 0.2 grid-stride, in labs/lab0_copy/copy.cu: ./grade 0.2"));
}

}  // namespace
}  // namespace cli

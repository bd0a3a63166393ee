// Work of student code is limited far above what right code needs, and what is stopped says what it did.
#include <algorithm>

#include "grading.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string corpus(const std::string& name) {
  return root() / ("autograder/tests/submissions/lab3_transpose/" + name + ".cu");
}

class EveryLabsWork : public ::testing::TestWithParam<course::Lab> {};

// The report says so (words_after_work_limit).
TEST_P(EveryLabsWork, ATwentiethOfTheLimitIsEnoughForTheSolution) {
  course::Rules strict = tests::loaded_course().rules;
  strict.limits.work /= 20;
  const course::Lab& lab = GetParam();
  const GradeResult solved = grade_file(strict, root() / "solutions" / lab.folder, "simt", {}, &lab);
  EXPECT_EQ(solved.score, solved.max_score);
  for (const PartResult& part : solved.parts) EXPECT_EQ(part.verdict, Verdict::passed) << said_about(solved, part);
}

INSTANTIATE_TEST_SUITE_P(All, EveryLabsWork, ::testing::ValuesIn(tests::loaded_course().labs),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(GradeWork, WhatIsStoppedSaysWhereHowMuchAndAtWhichSize) {
  course::Rules strict = rules();
  strict.limits.work = 400'000'000;  // of which the smallest size may do a fiftieth
  const GradeResult result = grade_file(strict, corpus("endless_loops"), "simt", {"3.4"});
  const std::vector<Finding>& findings = result.parts.at(0).findings;
  const auto found =
      std::find_if(findings.begin(), findings.end(), [](const Finding& one) { return one.name == "work-limit"; });
  ASSERT_NE(found, findings.end());
  EXPECT_EQ(found->line, 32);
  EXPECT_THAT(found->text,
              AllOf(HasSubstr("the host function transpose_diagonal was stopped here: by then it had done 8 million"),
                    HasSubstr("at 1 × 1 (width × height); the solution needs less than a twentieth"),
                    Not(HasSubstr("never")), Not(HasSubstr("forever"))));
}

// With a step of one block, a million elements take a billion rounds. Small sizes have shown the race by then.
TEST(GradeWork, ALargeSizeOfAPartWithARaceIsGivenUp) {
  const std::string steps = root() / "autograder/tests/submissions/lab0_copy/step_of_a_block.cu";
  const GradeResult result = grade_file(rules(), steps, "simt", {"0.2"}, &tests::lab("lab0"));
  const PartResult& part = result.parts.at(0);
  EXPECT_TRUE(part.reasons.empty()) << said_about(result, part);
  ASSERT_FALSE(part.findings.empty());
  for (const Finding& finding : part.findings) EXPECT_NE(finding.name, "work-limit") << finding.text;
}

// A loop that ends, but not before the limit: nothing else may be said of it.
TEST(GradeWork, WhatWouldEndIsNotSaidToBeEndless) {
  course::Rules strict = rules();
  strict.limits.work = 2'000'000;
  const GradeResult result = grade_file(strict, root() / "solutions/lab3_transpose", "simt", {"3.1"});
  EXPECT_EQ(result.parts.at(0).verdict, Verdict::failed);
  EXPECT_THAT(said_about(result, result.parts[0]), AllOf(HasSubstr("by then it had done"), Not(HasSubstr("end"))));
}

}  // namespace
}  // namespace grader

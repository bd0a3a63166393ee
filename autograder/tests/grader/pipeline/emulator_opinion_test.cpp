#include "grader/pipeline/emulator_opinion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

PartResult part(Verdict verdict, double points = 0) {
  PartResult result;
  result.id = "3.1";
  result.verdict = verdict;
  result.points = points;
  return result;
}

Finding finding(const std::string& name, bool is_remark = false) {
  Finding result;
  result.name = name;
  result.line = 12;
  result.is_remark = is_remark;
  return result;
}

GradeResult of(PartResult part, std::vector<Finding> findings = {}) {
  part.findings = std::move(findings);
  GradeResult result;
  result.parts = {std::move(part)};
  return result;
}

TEST(EmulatorOpinion, WhatFailedOnAGpuGetsItsLineFromTheEmulator) {
  GradeResult result = of(part(Verdict::failed));
  add_findings(of(part(Verdict::failed), {finding("global-race"), finding("printed", true)}), false, result);
  ASSERT_THAT(result.parts.front().findings, SizeIs(1));
  EXPECT_EQ(result.parts.front().findings.front().name, "global-race");
  EXPECT_FALSE(result.parts.front().findings.front().is_remark);
  ASSERT_THAT(result.notes, SizeIs(1));
  EXPECT_THAT(result.notes.front(), HasSubstr("The emulator ran the same code"));
  EXPECT_THAT(result.notes.front(), HasSubstr("3.1"));
}

TEST(EmulatorOpinion, ARaceThatDidNotShowIsARemark) {
  GradeResult result = of(part(Verdict::passed, 15));
  add_findings(of(part(Verdict::failed), {finding("shared-race"), finding("other", true)}), false, result);
  ASSERT_THAT(result.parts.front().findings, SizeIs(1));
  EXPECT_TRUE(result.parts.front().findings.front().is_remark);
  EXPECT_EQ(result.parts.front().verdict, Verdict::passed);
  EXPECT_EQ(result.parts.front().points, 15);
}

TEST(EmulatorOpinion, ARaceThatDidNotShowTakesThePointsWhereTheRulesSaySo) {
  GradeResult result = of(part(Verdict::partial, 12));
  add_findings(of(part(Verdict::failed), {finding("shared-race")}), true, result);
  EXPECT_EQ(result.parts.front().verdict, Verdict::failed);
  EXPECT_EQ(result.parts.front().points, 0);
  ASSERT_THAT(result.parts.front().reasons, SizeIs(1));
  EXPECT_THAT(result.parts.front().reasons.front().text, HasSubstr("did not show here"));
  EXPECT_FALSE(result.parts.front().findings.front().is_remark);
}

TEST(EmulatorOpinion, OfASlowPartTheLineThatMovesTooMuchIsARemark) {
  GradeResult result = of(part(Verdict::partial, 12));
  add_findings(of(part(Verdict::partial), {finding("slow-line")}), true, result);
  ASSERT_THAT(result.parts.front().findings, SizeIs(1));
  EXPECT_TRUE(result.parts.front().findings.front().is_remark);
  EXPECT_EQ(result.parts.front().verdict, Verdict::partial);
}

TEST(EmulatorOpinion, WhatIsRightOnBothIsLeftAlone) {
  GradeResult result = of(part(Verdict::passed, 15));
  add_findings(of(part(Verdict::passed), {finding("remark", true)}), true, result);
  EXPECT_THAT(result.parts.front().findings, IsEmpty());
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(EmulatorOpinion, WhatTheEmulatorCannotRunSaysNothing) {
  GradeResult result = of(part(Verdict::passed, 15));
  add_findings(of(part(Verdict::could_not_be_graded), {finding("unsupported")}), true, result);
  EXPECT_THAT(result.parts.front().findings, IsEmpty());
  EXPECT_EQ(result.parts.front().points, 15);
}

}  // namespace
}  // namespace grader

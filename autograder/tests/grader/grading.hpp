// Grades files of the repository the way `grade` does, with limits that tests reach soon.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "expectations.hpp"
#include "grader/pipeline/grade.hpp"
#include "tests/loaded_course.hpp"

namespace grader::testing_support {

inline std::filesystem::path root() { return COURSE_ROOT; }

inline course::Rules rules() {
  course::Rules rules = tests::loaded_course().rules;
  rules.limits.run = {3};
  rules.limits.work = 1'000'000'000;
  rules.limits.memory = {std::int64_t{768} << 20};
  return rules;
}

/// The seed of the next grading: the same ones in every run of a test, so that a test that passes here passes
/// everywhere. COURSE_SEED sets another number for all gradings, or "random" for a fresh one in each: that shows which
/// verdicts depend on the inputs.
inline std::optional<std::uint64_t> next_seed() {
  static std::uint64_t gradings = 0;
  const char* const asked = std::getenv("COURSE_SEED");
  if (asked == nullptr) return ++gradings;
  if (std::string(asked) == "random") return std::nullopt;
  return std::stoull(asked);
}

inline GradeResult grade_file(const course::Rules& rules, const std::filesystem::path& file, const std::string& backend,
                              const std::vector<std::string>& only = {}, const course::Lab* lab = &tests::lab("lab3")) {
  GradeRequest request;
  request.root = root();
  request.lab = lab;
  request.submission = file;
  request.backend = backend;
  request.only = only;
  request.seed = next_seed();
  return grade(rules, request);
}

/// Everything the report would say about a part.
inline std::string said_about(const GradeResult& result, const PartResult& part) {
  std::string text = result.compiler_output;
  for (const Reason& reason : part.reasons) text += reason.text + "\n";
  for (const Finding& finding : part.findings) text += finding.text + "\n";
  return text;
}

/// What a lab is handed out with is worth nothing, and its solution is worth all that `backend` can judge.
inline void expect_starter_and_solution(const course::Lab& lab, const std::string& backend) {
  EXPECT_EQ(grade_file(rules(), root() / "labs" / lab.folder, backend, {}, &lab).score, 0);
  const GradeResult solved = grade_file(rules(), root() / "solutions" / lab.folder, backend, {}, &lab);
  SCOPED_TRACE("COURSE_SEED=" + std::to_string(solved.seed));
  EXPECT_EQ(solved.score, solved.max_score);
  for (const PartResult& part : solved.parts) {
    EXPECT_EQ(part.verdict, Verdict::passed) << part.id << said_about(solved, part);
    EXPECT_TRUE(std::all_of(part.findings.begin(), part.findings.end(), [](const Finding& f) { return f.is_remark; }))
        << part.id << said_about(solved, part);
  }
}

inline void expect_verdict(const Expectation& expected, const std::string& backend) {
  if (!expected.problem.empty()) FAIL() << expected.problem;
  const GradeResult result = grade_file(rules(), expected.submission, backend, {expected.part}, expected.lab);
  SCOPED_TRACE("COURSE_SEED=" + std::to_string(result.seed));
  ASSERT_EQ(result.parts.size(), 1U);
  const PartResult& part = result.parts.front();
  EXPECT_EQ(static_cast<int>(part.verdict), static_cast<int>(expected.verdict)) << said_about(result, part);
  EXPECT_THAT(said_about(result, part), ::testing::HasSubstr(expected.reason));
  if (expected.verdict == Verdict::failed || expected.verdict == Verdict::not_attempted) {
    EXPECT_EQ(part.points, 0);
  }
  if (expected.verdict == Verdict::passed) {
    EXPECT_TRUE(std::all_of(part.findings.begin(), part.findings.end(), [](const Finding& f) { return f.is_remark; }))
        << said_about(result, part);
  }
  if (expected.finding.empty()) return;
  // Which of a race's two accesses comes second depends on the inputs, so either line may be the one that is named.
  const auto is_expected = [&](const Finding& finding) {
    const bool is_pair = finding.name.ends_with("-race") && finding.other_line == expected.line;
    return finding.name == expected.finding && (expected.line == 0 || finding.line == expected.line || is_pair);
  };
  EXPECT_TRUE(std::any_of(part.findings.begin(), part.findings.end(), is_expected))
      << "no " << expected.finding << " at line " << expected.line << ": " << said_about(result, part);
}

}  // namespace grader::testing_support

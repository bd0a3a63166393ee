// Grades files of the repository the way `grade` does, with deadlines short enough for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grader/grade.hpp"

namespace grader::testing_support {

inline std::filesystem::path root() { return COURSE_ROOT; }

inline course::Rules rules() {
  course::Rules rules = course::load_rules(root() / "course.toml");
  rules.limits.run = {3};
  rules.limits.memory = {std::int64_t{512} << 20};
  return rules;
}

inline GradeResult grade_file(const course::Rules& rules, const std::filesystem::path& file, const std::string& backend,
                              const std::vector<std::string>& only = {}) {
  Request request;
  request.root = root();
  request.lab = course::find_lab("lab3");
  request.submission = file;
  request.backend = backend;
  request.only = only;
  return grade(rules, request);
}

/// A submission of the corpus, what part of it to grade and what must come out.
struct Case {
  std::string file;
  std::string part;
  Verdict verdict;
  std::string reason;   ///< must be in a reason or a finding's text
  std::string finding;  ///< kind that must be among the findings; empty: not looked at
  int line = 0;         ///< of that finding; 0: not looked at
};

inline void PrintTo(const Case& c, std::ostream* os) { *os << c.file << " " << c.part; }

inline std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file + "_" + info.param.part;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
}

/// Everything the report would say about a part.
inline std::string said_about(const GradeResult& result, const PartResult& part) {
  std::string text = result.compiler_output;
  for (const Reason& reason : part.reasons) text += reason.text + "\n";
  for (const Finding& finding : part.findings) text += finding.text + "\n";
  return text;
}

inline void expect_case(const Case& c, const std::string& backend) {
  const GradeResult result =
      grade_file(rules(), root() / "autograder/tests/submissions/lab3_transpose" / (c.file + ".cu"), backend, {c.part});
  ASSERT_EQ(result.parts.size(), 1U);
  const PartResult& part = result.parts.front();
  EXPECT_EQ(static_cast<int>(part.verdict), static_cast<int>(c.verdict)) << said_about(result, part);
  EXPECT_THAT(said_about(result, part), ::testing::HasSubstr(c.reason));
  if (c.verdict == Verdict::failed || c.verdict == Verdict::not_attempted) {
    EXPECT_EQ(part.points, 0);
  }
  if (c.finding.empty()) return;
  const auto is_expected = [&](const Finding& finding) {
    return finding.kind == c.finding && (c.line == 0 || finding.line == c.line);
  };
  EXPECT_TRUE(std::any_of(part.findings.begin(), part.findings.end(), is_expected))
      << "no " << c.finding << " at line " << c.line << ": " << said_about(result, part);
}

}  // namespace grader::testing_support

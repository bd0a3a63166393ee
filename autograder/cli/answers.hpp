// What the command says that needs no grading: exit status, list, hints. Text in, text out.
#pragma once

#include <string>

#include "course/course.hpp"
#include "grader/result.hpp"
#include "report/terminal.hpp"

namespace cli {

enum ExitStatus : int {
  everything_passed = 0,
  something_did_not_pass = 1,
  call_was_wrong = 2,
  could_not_be_graded = 3,
};

/// Not graded beats not passed: the student cannot mend it.
ExitStatus exit_status(const grader::GradeResult& result);

/// A line for each lab and each of its parts.
std::string list_text(const course::Course& course, const report::TerminalStyle& style);

std::string hint_text(const course::Part& part, const report::TerminalStyle& style);

}  // namespace cli

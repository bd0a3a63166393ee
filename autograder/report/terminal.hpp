// A grading result for a person at a terminal. Not for programs; those read report/json.hpp.
#pragma once

#include <string>

#include "grader/result.hpp"

namespace report {

/// How the report looks.
struct TerminalStyle {
  bool colour = false;  ///< ANSI colours
  bool unicode = true;  ///< otherwise the report's own signs are ASCII
  int width = 80;       ///< columns; sentences are wrapped to it, the table and the compiler's words are not
};

/// The whole report, ending in a newline. What may come from student code (messages, the compiler's output)
/// is cleaned of control characters first.
std::string terminal_report(const grader::GradeResult& result, const TerminalStyle& style);

/// The last line of it alone: "score 15 / 85  (+15 points on a GPU)".
std::string score_line(const grader::GradeResult& result, const TerminalStyle& style);

}  // namespace report

// What the command says that needs no grading: exit status, list, hints. Text in, text out.
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"
#include "grader/result.hpp"
#include "progress/progress.hpp"
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
/// The devices that --device takes, and which of them is `usual`.
std::string devices_text(const std::vector<std::string>& devices, const std::string& usual,
                         const report::TerminalStyle& style);

/// `number` from 1 to the number of the part's hints; says how the next one is asked for.
std::string hint_text(const course::Part& part, int number, const report::TerminalStyle& style);

/// What `grade` alone says: what this machine can do (`abilities`, a line each), how far the student is, what comes
/// next, what to type.
std::string welcome_text(const course::Course& course, const std::vector<progress::Best>& reached,
                         const std::vector<std::string>& abilities, const report::TerminalStyle& style);

/// A line for each part that was graded, with the best of it on each device, and what comes next.
std::string progress_text(const course::Course& course, const std::vector<progress::Best>& reached,
                          const report::TerminalStyle& style);

/// "Next: 3.2 tiled, in labs/lab3_transpose/transpose.cu: ./grade 3.2"; the praise that is due when nothing is left.
std::string next_text(const course::Course& course, const std::vector<progress::Best>& reached,
                      const report::TerminalStyle& style);

}  // namespace cli

// The source of one part with its traffic beside each line, for a person at a terminal.
#pragma once

#include <string>

#include "grader/explain/explain.hpp"
#include "report/terminal.hpp"

namespace report {

/// Ends in a newline. What comes from the student (source, messages) is cleaned of control characters.
std::string explanation_report(const grader::Explanation& explanation, const TerminalStyle& style);

}  // namespace report

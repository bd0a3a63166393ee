// One part on several chips, as a table for a person at a terminal.
#pragma once

#include <string>

#include "grader/explain/what_if.hpp"
#include "report/terminal.hpp"

namespace report {

/// Ends in a newline. What comes from the student is cleaned of control characters.
std::string what_if_report(const grader::WhatIf& answer, const TerminalStyle& style);

}  // namespace report

// An experiment's outcome for a person at a terminal.
#pragma once

#include <string>

#include "experiments/list.hpp"
#include "experiments/outcome.hpp"
#include "report/terminal.hpp"

namespace report {

/// Where it was measured, a row for each case, then what was claimed, what was measured, and whether that holds.
std::string experiment_report(const experiments::Outcome& outcome, const TerminalStyle& style);

/// A line for each experiment there is.
std::string experiment_list(const TerminalStyle& style);

}  // namespace report

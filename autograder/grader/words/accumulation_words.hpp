// Wrong elements that are sums or counts: what is set anew too often, too seldom, or overflows.
#pragma once

#include <vector>

#include "grader/words/wrong_run.hpp"

namespace grader {

/// Adds a variable on the way to a wrong element that a loop sets anew in every round, or in none.
void explain_overwritten_sum(const RunHistory& history, std::vector<Finding>& findings);

/// Adds counters of one byte or of two that have been full, and began again with 0.
void explain_full_counters(const RunHistory& history, std::vector<Finding>& findings);

}  // namespace grader

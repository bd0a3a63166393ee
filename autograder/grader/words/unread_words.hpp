// Data that a run with wrong elements has, and does not use: never read, overwritten first, or left from before.
#pragma once

#include <vector>

#include "grader/words/wrong_run.hpp"

namespace grader {

/// Adds the last elements of an input that no thread reads, where all others are read.
void explain_unread_end(const RunHistory& history, std::vector<Finding>& findings);

/// Adds stores that a later launch overwrote before anything had read them.
void explain_lost_stores(const RunHistory& history, std::vector<Finding>& findings);

/// Adds constant memory that holds what an earlier call left there.
void explain_stale(const RunHistory& history, std::vector<Finding>& findings);

/// Adds words of shared or constant memory that the block of a wrong element has and never reads, and those of
/// variables that no thread reads.
void explain_unread(const RunHistory& history, std::vector<Finding>& findings);

}  // namespace grader

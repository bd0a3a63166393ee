// Wrong elements whose block loads other inputs than they need.
#pragma once

#include <vector>

#include "grader/words/wrong_run.hpp"

namespace grader {

/// Adds inputs that a wrong element needs, or all that its block stores, and that no thread of the block has loaded;
/// or that another block stores to the same element. Returns whether the block has loaded all that is due; false where
/// that is not known.
bool explain_missing_inputs(const RunHistory& history, std::vector<Finding>& findings);

/// Adds what a thread loaded for a wrong element, straight from an input, although the element does not need it.
void explain_wrong_input(const RunHistory& history, std::vector<Finding>& findings);

}  // namespace grader

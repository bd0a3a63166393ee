// Elements of the output that were never written: which launch, condition or call left them out.
#pragma once

#include <vector>

#include "grader/words/wrong_run.hpp"

namespace grader {

/// Adds why the elements that were never written were not. There is at least one.
void explain_never_written(const RunHistory& history, std::vector<Finding>& findings);

}  // namespace grader

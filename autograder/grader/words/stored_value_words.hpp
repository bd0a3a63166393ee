// Elements that hold what they should not: which line computed and stored it, from what.
#pragma once

#include <string_view>
#include <vector>

#include "grader/words/wrong_run.hpp"

namespace grader {

/// Adds what is known of the elements in `state`, which are `what`: "wrong". `has_all_inputs`: the block that stored
/// them loads all that they need.
void explain_stored_values(const RunHistory& history, backends::ElementState state, std::string_view what,
                           bool has_all_inputs, std::vector<Finding>& findings);

}  // namespace grader

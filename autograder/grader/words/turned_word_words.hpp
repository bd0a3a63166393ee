// Tiles of characters of which whole words were transposed, with their four characters side by side as before.
#pragma once

#include <vector>

#include "grader/words/run_history.hpp"

namespace grader {

/// Adds the line that stores such words, where the output is of characters, and the wrong words are words of the input.
/// Returns whether it did.
bool explain_turned_words(const RunHistory& history, std::vector<Finding>& findings);

}  // namespace grader

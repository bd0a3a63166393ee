// Wrong values in words: which elements, which line stored them, from what. The emulator's history and the grader's
// comparison are put together here; nothing decides by it.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/words/wrong_run.hpp"

namespace grader {

/// Of the elements that are not right at most four to watch: the first one of each state, then others.
std::vector<std::int64_t> elements_to_watch(const backends::ComparedOutput& output);

/// What is known, the cause first: which elements were never written and why, which are wrong and where they were
/// stored. Kinds are "never-written", "wrong-value", "ended-before-barrier", "missing-input", "wrong-input",
/// "lost-store", "stale", "unread", "overwritten", "sum-kept", "no-launch" and "launch-shape".
std::vector<Finding> history_in_words(const WrongRun& run);

}  // namespace grader

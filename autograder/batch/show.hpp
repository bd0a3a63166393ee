// What a person sees of a batch while it runs, and after it. Text only.
#pragma once

#include <string>
#include <vector>

#include "batch/gradebook.hpp"
#include "batch/grades.hpp"
#include "batch/run.hpp"

namespace batch {

/// "17 of 40 submissions, 2 running, 1 could not be graded, 3 min left"; with a bar of `bar` columns in front, 0: none.
std::string progress_line(const Progress& progress, int bar);

/// How many ended how, and a line for each that needs a person.
std::string summary_text(const Summary& summary);

/// What a regrading changed: a line for each part, with points and verdict before and now.
std::string changes_text(const std::vector<Change>& changes);

}  // namespace batch

// What a person sees of a batch while it runs, and after it. Text only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/gradebook.hpp"
#include "batch/grades.hpp"
#include "batch/run.hpp"

namespace batch {

/// "17 of 40 submissions, 2 running, 1 could not be graded, 3 min left"; with a bar of `bar` columns in front, 0: none.
std::string progress_line(const Progress& progress, int bar);

/// When each of these gradings ended, sorted; seconds since 1970 UTC.
std::vector<double> ends_of(const std::vector<Grading>& gradings);

/// At the pace since the last of these ends, which are sorted: the time until `left` more have ended. Nothing is known
/// after fewer than two, and what was before a pause of more than an hour does not count.
std::optional<double> seconds_left(const std::vector<double>& ends, int left, double now);

/// "12 min left"
std::string time_left(double seconds);

/// How many ended how, and a line for each that needs a person.
std::string summary_text(const Summary& summary);

/// What a regrading changed: a line for each part that has other points or another verdict, before and now; and how
/// many only have another maximum.
std::string changes_text(const std::vector<Change>& changes);

}  // namespace batch

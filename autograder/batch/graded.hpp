// Reads what `grade --json` wrote into a row of the gradebook.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "batch/gradebook.hpp"

namespace batch {

/// Fills everything of `grading` that a report says, with `parts`, and keeps the report with `student` and `origin` in
/// it. Throws std::runtime_error when it is no report of schema 2.
void read_report(const std::string& json, Grading& grading);

/// Where the time of a grading went: seconds of each phase (grader/stopwatch.hpp), in their order. The same exceptions.
std::vector<std::pair<std::string, double>> phases_of(const std::string& json);

/// The file that one `grade --json` wrote, as the only grading of a student. Where the file is missing or broken, that
/// is a grading which could not be done, with the reason as its note.
Grading grading_of_file(const std::filesystem::path& report, const std::string& student);

/// The walls of a report that do not stand: "files: why not", one a line.
std::string walls_down_of(const std::string& json);

/// Where there is no report: machine and parts are those of `example`, a grading of the same lab there. The points are
/// 0 where the student is at fault, and not said where the student is not.
void fill_without_report(const Grading& example, Grading& grading);

}  // namespace batch

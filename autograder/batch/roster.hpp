// The roster: a CSV file that names the students of a class.
#pragma once

#include <filesystem>
#include <vector>

#include "batch/gradebook.hpp"

namespace batch {

/// A CSV file with a line of column names: `student` (required), `name`, `lms_id`, `submitted` (ISO 8601; without an
/// offset in the local time of this machine). Other columns are left out. Throws grader::UsageError with file and line.
std::vector<Student> read_roster(const std::filesystem::path& file);

}  // namespace batch

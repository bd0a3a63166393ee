// What a class agreed on besides points: due dates, what a late day costs, which students have more time or need not
// hand in. It is applied when grades are exported, so that changing it grades nothing again. README.md describes the
// file's keys.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "course/course.hpp"

namespace batch {

/// An exception for one student.
struct Exception {
  std::optional<std::int64_t> due;  ///< in place of the class's, seconds since 1970 UTC
  bool exempt = false;              ///< need not hand in
};

/// When a lab is due, and what being late costs.
struct LabDates {
  std::optional<std::int64_t> due;  ///< seconds since 1970 UTC; empty: never late
  double percent_a_day = 0;         ///< of the points, for each day that has begun
  std::optional<int> most_days;     ///< later than that earns nothing; empty: no such end
  /// Exceptions, by student.
  std::map<std::string, Exception> students;
};

using ClassRules = std::map<std::string, LabDates>;  ///< by lab

/// What being late costs.
struct Late {
  int days = 0;        ///< that have begun since the due time
  double percent = 0;  ///< of the points
};

/// Reads class.toml. Where `file` is empty, that of the course is read, if there is one. Throws config::Error.
ClassRules read_class_rules(const std::filesystem::path& file, const std::filesystem::path& root,
                            const course::Course& course);

/// For what a student handed in at `submitted`.
Late late_of(const LabDates& dates, const std::string& student, std::optional<std::int64_t> submitted);

}  // namespace batch

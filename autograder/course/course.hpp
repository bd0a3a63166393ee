// The whole course as the grader's process knows it: every lab's lab.toml, and course.toml, which may override them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"

namespace course {

/// Can be moved, which keeps pointers to its labs and parts valid, but not copied.
struct Course {
  Course() = default;
  Course(Course&&) = default;
  Course& operator=(Course&&) = default;

  std::vector<Lab> labs;  ///< by number
  Rules rules;            ///< what grades it: course.toml

  /// nullptr when there is no such lab.
  const Lab* find_lab(std::string_view name) const;
};

/// Reads and validates ROOT/course.toml and ROOT/autograder/course/*/lab.toml. Every key must be known and every value
/// in range, and the folders must be those that this program was built with. Throws config::Error for the first thing
/// that is wrong, or when a file cannot be read.
Course load(const std::filesystem::path& root);

/// A lab.toml.
struct LabFile {
  std::string folder;  ///< "lab3_transpose"
  std::string text;    ///< its content
};

/// The same of files' contents, with these labs.
Course parse(std::string_view course_toml, std::span<const LabFile> labs);

}  // namespace course

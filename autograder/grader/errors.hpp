// The errors that end a command of the grader. The program maps each to an exit status.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "backends/errors.hpp"

namespace grader {

/// The call was wrong. The message is one clear sentence: what, where, and what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A submission that is not read, because it is no source code. `grade` gives it no points; other commands end with the
/// message.
class NoSourceCode : public UsageError {
 public:
  /// `what` follows the file's name: "is not text: hand in source code".
  NoSourceCode(const std::filesystem::path& file, const std::string& what)
      : UsageError(file.string() + " " + what), file_(file), reason_(file.filename().string() + " " + what) {}
  /// What was to be read.
  const std::filesystem::path& file() const { return file_; }
  /// The message with the file's name alone.
  const std::string& reason() const { return reason_; }

 private:
  std::filesystem::path file_;
  std::string reason_;
};

/// The submission could not be graded, and the student is not at fault.
using CannotGrade = backends::CannotGrade;

}  // namespace grader

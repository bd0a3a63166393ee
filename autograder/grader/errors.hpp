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

/// A submission that is longer than what is read. `grade` gives it no points; other commands end with the message.
class SourceTooLarge : public UsageError {
 public:
  /// `limit` in words: "256 KiB".
  SourceTooLarge(const std::filesystem::path& file, const std::string& limit)
      : UsageError(sentence(file.string(), limit)), file_(file), reason_(sentence(file.filename().string(), limit)) {}
  /// What was to be read.
  const std::filesystem::path& file() const { return file_; }
  /// The message with the file's name alone.
  const std::string& reason() const { return reason_; }

 private:
  static std::string sentence(const std::string& name, const std::string& limit) {
    return name + " is larger than " + limit + ": hand in source code, without data in it";
  }

  std::filesystem::path file_;
  std::string reason_;
};

/// The submission could not be graded, and the student is not at fault.
using CannotGrade = backends::CannotGrade;

}  // namespace grader

// A class for tests: a folder of submissions, and a program in place of `grade` that takes a moment instead of seconds.
// What it does with a submission stands in the submission: CRASH, FAULT, FAULT_ONCE, HANG, WRONG, and on a GPU
// COMPILES_LONG, TIMED (until a compiler that was stopped goes on), BESIDE (until another GPU grades one, too).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "batch/run.hpp"

namespace batch::testing_support {

/// Whether python3 is installed; tests of scripts are skipped without it.
bool has_python();

class Classroom {
 public:
  Classroom();
  ~Classroom();
  Classroom(const Classroom&) = delete;
  Classroom& operator=(const Classroom&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path submissions() const { return folder_ / "submissions"; }
  /// A submission as a folder with the lab's file.
  void hand_in(const std::string& student, const std::string& text) const;
  void write(const std::filesystem::path& file, const std::string& text) const;

  /// From now on the program grades on a GPU, and serves. Needs python3.
  void use_gpu() const;

  Settings settings(const std::string& gradebook = "gradebook") const;
  /// How often this text stood in the submissions that the program was called for.
  int calls(const std::string& text) const;

  /// Fails a test for each row that two gradebooks do not have in common, but for times.
  void expect_same_rows(const std::string& gradebook, const std::string& other) const;

 private:
  std::vector<std::string> rows(const std::string& gradebook) const;

  std::filesystem::path folder_;
};

}  // namespace batch::testing_support

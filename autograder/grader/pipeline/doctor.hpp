// What this machine can grade with, for `./grade doctor`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// One thing that the doctor looks at.
struct DoctorLine {
  bool ok = false;     ///< it is there and works
  bool grades = true;  ///< something to grade with; false: a wall around what is graded
  std::string what;    ///< "emulator"
  std::string detail;  ///< "clang 14.0.6"
  std::string advice;  ///< what to do when not ok
};

/// One line for the CUDA compiler, one for each backend, and one for each wall around submissions. `root` is the
/// course's folder.
std::vector<DoctorLine> doctor(const std::filesystem::path& root);

}  // namespace grader

// Grades one submission: build, run, check, measure, verdict. Never loads a line of student code.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"
#include "grader/errors.hpp"
#include "grader/result.hpp"

namespace grader {

struct Request {
  std::filesystem::path root;  ///< the course's folder
  const course::Lab* lab = nullptr;
  std::filesystem::path submission;                ///< a folder or a file; empty: the lab's own folder
  std::vector<std::string> only;                   ///< ids of parts; empty: all
  std::string backend = "auto";                    ///< auto, cuda or simt
  std::string device;                              ///< whose rules the emulator follows; not empty: the emulator grades
  std::uint64_t schedule = 0;                      ///< of the emulator's threads; not 0: the emulator grades
  bool ask_nvcc = false;                           ///< nvcc must take the file as well, where there is one
  bool build_only = false;                         ///< compile for every backend this machine can use, and stop
  std::function<void(std::string_view)> progress;  ///< one line, what is being done; may be empty
};

/// Throws UsageError, CannotGrade, or process::Interrupted.
GradeResult grade(const course::Rules& rules, const Request& request);

}  // namespace grader

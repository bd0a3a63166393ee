// Grades one submission: build, run, check, measure, verdict. Never loads a line of student code.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "course/lab.hpp"
#include "course/rules.hpp"
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

/// The call was wrong; the message is one clear sentence.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// It could not be graded, through no fault of the submission.
using CannotGrade = backends::CannotGrade;

/// Throws UsageError, CannotGrade, or process::Interrupted.
GradeResult grade(const course::Rules& rules, const Request& request);

struct DoctorLine {
  bool ok = false;
  std::string what;    ///< "emulator"
  std::string detail;  ///< "clang 14.0.6"
  std::string advice;  ///< what to do when not ok
};

/// What this machine can grade with.
std::vector<DoctorLine> doctor(const std::filesystem::path& root);

}  // namespace grader

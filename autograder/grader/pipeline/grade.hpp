// Grades one submission: build, run, check, measure, verdict. Never loads a line of student code.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/bench.hpp"
#include "grader/result.hpp"

namespace grader {

/// What to grade, and how.
struct GradeRequest {
  std::filesystem::path root;              ///< the course's folder
  const course::Lab* lab = nullptr;        ///< the lab; never null when it is used
  std::filesystem::path submission;        ///< a folder or a file; empty: the lab's own folder
  std::vector<std::string> only;           ///< ids of parts; empty: all
  std::string backend = "auto";            ///< "auto", or of a registered backend
  std::string device;                      ///< whose rules are followed; not empty: a backend that counts grades
  std::uint64_t schedule = 0;              ///< of the emulator's threads; not 0: a backend that counts grades
  bool predicts = false;                   ///< the time on a GPU, from counts: a backend that counts grades
  std::optional<std::uint64_t> seed;       ///< of all inputs; empty: a fresh one
  bool must_be_valid_cuda = false;         ///< nvcc must accept the file as well, where it is installed
  bool counts = true;                      ///< in the emulator: false: answers are checked, and no traffic is counted
  std::filesystem::path known_references;  ///< a file that keeps what is known of their speed; empty: none
  bool until_compiled = false;             ///< what compiles is not graded: its result has no parts
  std::function<void(std::string_view)> progress;  ///< one line, what is being done; may be empty
  std::function<void(bool)> quiet;  ///< called before (true) and after (false) anything is timed; may be empty
};

/// Throws UsageError, CannotGrade, or process::Interrupted.
GradeResult grade(const course::Rules& rules, const GradeRequest& request);

/// What `request` wants to be graded with.
BackendChoice backend_choice(const course::Rules& rules, const GradeRequest& request);

/// The same on a bench that was made for backend_choice(); it may have served others of the same lab, and keeps what it
/// knows for the next one.
GradeResult grade(const course::Rules& rules, const GradeRequest& request, Bench& bench);

}  // namespace grader

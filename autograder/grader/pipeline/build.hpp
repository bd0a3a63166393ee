// Compiles a submission with every compiler that this machine has, for `./grade build`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"

namespace grader {

struct SubmissionBuildRequest {
  std::filesystem::path root;  ///< the course's folder
  const course::Lab* lab = nullptr;
  std::filesystem::path submission;                ///< a folder or a file; empty: the lab's own folder
  std::function<void(std::string_view)> progress;  ///< one line, what is being done; may be empty
};

struct SubmissionBuild {
  std::string backend;  ///< whose compiler it was: "cuda"
  bool succeeded = false;
  std::string output;  ///< as the compiler gave it
};

/// One for each compiler. Throws UsageError, CannotGrade when there is no compiler, or process::Interrupted.
std::vector<SubmissionBuild> build_submission(const course::Limits& limits, const SubmissionBuildRequest& request);

}  // namespace grader

// Compiles a submission with every compiler that this machine has, for `./grade build`.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/registry.hpp"
#include "course/lab.hpp"
#include "course/rules.hpp"
#include "support/units.hpp"

namespace grader {

/// What to compile.
struct SubmissionBuildRequest {
  std::filesystem::path root;                      ///< the course's folder
  const course::Lab* lab = nullptr;                ///< whose interface it has
  std::filesystem::path submission;                ///< a folder or a file; empty: the lab's own folder
  std::string backend = "auto";                    ///< whose compiler; "auto": all that are here
  std::function<void(std::string_view)> progress;  ///< one line, what is being done; may be empty
};

/// What one compiler made of it.
struct SubmissionBuild {
  std::string backend;           ///< whose compiler it was: "cuda"
  bool succeeded = false;        ///< a library was made
  std::string output;            ///< as the compiler gave it
  bool lacks_a_feature = false;  ///< the emulator does not have what the code uses: it may be right
};

/// One for each compiler. Throws UsageError, CannotGrade when there is no compiler, or process::Interrupted.
std::vector<SubmissionBuild> build_submission(const course::Limits& limits, const SubmissionBuildRequest& request);

/// A submission that compiles with one backend's compiler, and is to be asked about elsewhere.
struct ValidityRequest {
  const backends::Registration& chosen;            ///< whose compiler is not asked again
  std::filesystem::path root;                      ///< the course's folder, absolute
  const course::Lab& lab;                          ///< whose interface it has
  std::filesystem::path source;                    ///< the student's file
  const course::Limits& limits;                    ///< what a compiler may use
  std::function<void(std::string_view)> progress;  ///< may be empty
  /// What the chosen compiler has used of its time: all compilers of one grading have one limit.
  units::Seconds spent{};
};

/// What the compilers of this machine say that decide what is valid CUDA.
struct OtherCompilers {
  std::optional<std::string> refusal;  ///< of the first that refuses the source; empty: none does, or there is none
  units::Seconds spent{};              ///< what they have used of the limit of time
};

/// Asks them. Throws CannotGrade when one cannot run, or process::Interrupted.
OtherCompilers ask_other_compilers(const ValidityRequest& request);

/// What a compiler says that has used more than is left of `limits` when another one has `spent` its part, as it would
/// have said behind that one; empty where it has not. For compilers that have worked beside each other.
std::optional<std::string> refusal_for_time(const OtherCompilers& others, const course::Limits& limits,
                                            units::Seconds spent);

/// How many registers the kernels of the same source use on a device of that compute capability (10 x major + minor),
/// by the first such compiler of this machine that has compiled it for one; empty: not known. The same exceptions.
std::vector<simt::memory::KernelRegisters> registers_by_other_compilers(const ValidityRequest& request,
                                                                        int compute_capability);

}  // namespace grader

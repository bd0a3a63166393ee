// What a compiler run means for a build, the same for every compiler.
#pragma once

#include <filesystem>
#include <functional>

#include "backends/backend.hpp"
#include "support/process/child.hpp"

namespace backends {

/// The most that is kept of a compiler's messages.
inline constexpr units::Bytes compiler_output_limit{std::int64_t{1} << 20};

/// The walls around a compiler that works on a submission in a folder below the course's.
process::Confinement compiler_confinement(const course::Limits& limits);

/// A compilation that was to leave `folder`/library.so, and `folder`/student.d, the list of the files that it has read.
struct Compilation {
  const process::Completed& completed;  ///< how the compiler ended, and what it printed
  std::filesystem::path folder;         ///< where library.so and student.d are to be
  bool names_mistake = false;           ///< it looks as if the compiler had found a mistake of the source
  std::string compiler;                 ///< for messages: its name, and how to repair it
  std::string advice;                   ///< for messages: how to repair the compiler
  /// What a source may include from, besides the system's files.
  std::vector<std::filesystem::path> headers;
};

/// A compilation that fails is the source's fault, unless the machine says otherwise: then throws CannotGrade. What the
/// compiler prints proves nothing, because a source can have it print anything: where it does not name a mistake,
/// `compile_something_right` shows whether the compiler works. A source that includes anything but `headers` does not
/// compile, and nothing that the compiler has said of it is repeated.
Build finish_build(const Compilation& compilation, const std::function<process::Completed()>& compile_something_right);

/// What finish_build() adds to the messages of a compiler that has used all its time.
inline constexpr const char* ran_out_of_time = "\nthe compiler ran out of time\n";

/// How a compiler ended that did not work, for messages.
std::string how_it_ended(const process::Completed& completed);

/// A program that every compiler of the course takes.
inline constexpr const char* something_right = "#include <cuda_runtime.h>\n__global__ void nothing() {}\n";

}  // namespace backends

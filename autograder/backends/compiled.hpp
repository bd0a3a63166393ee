// What a compiler run means for a build, the same for every compiler.
#pragma once

#include "backends/backend.hpp"
#include "support/process/child.hpp"

namespace backends {

inline constexpr units::Bytes compiler_output_limit{std::int64_t{1} << 20};

/// `completed` was to leave `folder`/library.so. Throws CannotGrade for what is no fault of the source.
inline Build finish_build(const process::Completed& completed, const std::filesystem::path& folder) {
  Build build{std::nullopt, completed.output};
  if (completed.succeeded()) build.library = folder / "library.so";
  if (completed.starved) {
    throw CannotGrade("the compiler had hardly any processor time: let this machine do less, and grade again");
  }
  if (completed.ending.by_signal && !completed.was_killed()) {
    throw CannotGrade("the compiler was ended by signal " + std::to_string(completed.ending.code) +
                      ", perhaps for want of memory: grade again");
  }
  if (!completed.succeeded() && completed.output.find("No space left on device") != std::string::npos) {
    throw CannotGrade("the compiler could not write: no space is left on the disk");
  }
  if (completed.timed_out) build.output += "\nthe compiler ran out of time\n";
  if (completed.flooded) build.output += "\nthe compiler was stopped: it said too much\n";
  return build;
}

}  // namespace backends

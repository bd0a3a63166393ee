// What a compiler run means for a build, the same for every compiler.
#pragma once

#include "backends/backend.hpp"
#include "process/child.hpp"

namespace backends {

inline constexpr course::Bytes compiler_output_limit{std::int64_t{1} << 20};

/// `completed` was to leave `folder`/library.so.
inline Build finish_build(const process::Completed& completed, const std::filesystem::path& folder) {
  Build build{std::nullopt, completed.output};
  if (completed.succeeded()) build.library = folder / "library.so";
  if (completed.timed_out) build.output += "\nthe compiler ran out of time\n";
  if (completed.flooded) build.output += "\nthe compiler was stopped: it said too much\n";
  return build;
}

}  // namespace backends

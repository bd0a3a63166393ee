// Builds a source file once: the same bytes, compiler and flags give back the library built before.
#pragma once

#include <filesystem>

#include "backends/backend.hpp"

namespace grader {

struct BuildRequest {
  const backends::Compiler& compiler;
  const course::Lab& lab;
  std::filesystem::path root;  ///< the course's folder
  std::filesystem::path source;
  const course::Limits& limits;
};

/// Out of tree, in build/submissions. Failed builds are not kept. Throws CannotGrade when the folder cannot
/// be written.
backends::Build build_cached(const BuildRequest& request);

}  // namespace grader

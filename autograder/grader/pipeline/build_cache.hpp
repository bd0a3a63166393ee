// Builds a source file once: the same bytes, compiler and flags give back the library built before.
#pragma once

#include <filesystem>

#include "backends/backend.hpp"

namespace grader {

/// What is compiled, and by what.
struct BuildRequest {
  const backends::Compiler& compiler;  ///< by what
  const course::Lab& lab;              ///< whose interface the source has
  std::filesystem::path root;          ///< the course's folder
  std::filesystem::path source;        ///< a .cu file
  const course::Limits& limits;        ///< what the compiler may use
};

/// Out of tree, in build/submissions. Failed builds are not kept. Throws CannotGrade when the folder cannot
/// be written.
backends::Build build_cached(const BuildRequest& request);

}  // namespace grader

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
  /// The C symbols that will be called; empty: all of the lab. A library for all serves as well, where it is there.
  std::vector<std::string> entries = {};
};

/// What is called in a submission of which these parts are graded.
std::vector<std::string> entries_of(const course::Lab& lab, const std::vector<const course::Part*>& parts);

/// Out of tree, in build/submissions. Failed builds are not kept. Throws CannotGrade when the folder cannot
/// be written.
backends::Build build_cached(const BuildRequest& request);

}  // namespace grader

// Which clang++ compiles student code.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace simt {

/// No clang++ can be used; the message says why, and what to do.
class NoCompiler : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A clang++ for which there is a plugin.
struct Clang {
  std::string program;            ///< "clang++-16", found in PATH, or a path
  std::string version;            ///< "16.0.6"
  std::filesystem::path plugin;   ///< simt/instrument, built for this version; absolute
  std::filesystem::path headers;  ///< its own C headers: stddef.h and its like
  /// Start of precompiled_file(), which are built beside the plugin; absolute.
  std::filesystem::path precompiled;
  /// Name of the linker for -fuse-ld, "gold"; empty: clang's default. GNU gold is chosen where it is installed, since
  /// it is faster.
  std::string linker;

  /// 16
  int major_version() const;
};

/// The program that the environment variable COURSE_CLANG names, if it is set; else the first of clang++, clang++-21,
/// clang++-20, … clang++-14 that is in PATH and for whose version there is a plugin in `programs`, the folder of the
/// built programs. Throws NoCompiler when there is none.
Clang find_clang(const std::filesystem::path& programs);

}  // namespace simt

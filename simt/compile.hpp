// CUDA C++ source → a shared library that runs in the emulator. The same flags for all that is compiled for it.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/process/child.hpp"
#include "support/units.hpp"

namespace simt {

/// For clang++ on a translated file, besides -c, -o and the file's name. `include_dir` is simt/include.
std::vector<std::string> compile_flags(std::string_view include_dir);

/// For clang++ on the objects, besides -o and their names; makes the shared library that is loaded to run it. Its
/// undefined symbols are the runtime's.
std::vector<std::string> link_flags();

/// clang++ cannot be used; the message says why.
class NoCompiler : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CompileOptions {
  std::filesystem::path folder;                      ///< exists; takes translated.cpp, student.o and library.so
  std::vector<std::filesystem::path> include_dirs;   ///< after the emulator's own headers, in this order
  std::vector<std::string> definitions;              ///< "NAME" or "NAME=value", as after -D
  std::vector<std::string> first_includes;           ///< headers before the first line of the source
  units::Seconds deadline{60};                       ///< for compiling, and again for linking
  units::Bytes output_limit{std::int64_t{1} << 20};  ///< of the compiler's messages
};

/// clang++, as the emulator uses it.
class Compiler {
 public:
  /// `include_dir` is simt/include. Throws NoCompiler when there is no clang++.
  explicit Compiler(std::filesystem::path include_dir);

  /// "14.0.6"
  const std::string& version() const { return version_; }

  /// Two compilations of the same source with the same options and equal keys make the same library: the compiler's
  /// version, the flags and the emulator's headers.
  std::string build_key() const;

  /// Makes options.folder/library.so of `source`: translated, compiled, linked. The messages in the result's output are
  /// about the lines of `source`; what the emulator does not support is an error there, too, with exit code 1. Throws
  /// std::system_error when `source` cannot be read or a file not be written, process::Interrupted on Ctrl-C.
  process::Completed compile(const std::filesystem::path& source, const CompileOptions& options) const;

 private:
  process::Completed compile_object(const std::string& text, const std::string& name,
                                    const CompileOptions& options) const;
  process::Completed link(const CompileOptions& options) const;

  std::filesystem::path include_dir_;
  std::string version_;
};

}  // namespace simt

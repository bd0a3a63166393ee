// CUDA C++ source → a shared library that runs in the emulator. The same flags for all that is compiled for it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simt/clang.hpp"
#include "simt/language_check.hpp"
#include "support/process/child.hpp"
#include "support/process/time_left.hpp"
#include "support/units.hpp"

namespace simt {

/// For `clang` on a translated file, besides -c, -o and the file's name. `include_dir` is simt/include.
std::vector<std::string> compile_flags(std::string_view include_dir, const Clang& clang);

/// For `clang` on the objects, besides -o and their names; makes the shared library that is loaded to run it. Its
/// undefined symbols are the runtime's.
std::vector<std::string> link_flags(const Clang& clang);

/// Where to compile, and with what.
struct CompileOptions {
  std::filesystem::path folder;                     ///< exists; takes translated.cpp, student.o and library.so
  std::vector<std::filesystem::path> include_dirs;  ///< after the emulator's own headers, in this order
  std::vector<std::string> definitions;             ///< "NAME" or "NAME=value", as after -D
  std::vector<std::string> first_includes;          ///< headers before the first line of the source
  /// Of a program that is graded: the functions that it may use (object_symbols.hpp). Its text is looked at, too
  /// (translate/own_text.hpp). Empty: it may do whatever it likes.
  std::set<std::string, std::less<>> host_functions;
  /// The C symbols that will be called: functions that these do not need are looked at, but may be left out of the
  /// library. Empty: none is.
  std::vector<std::string> entries;
  /// The library is run a few times and thrown away, and its text is known to be valid CUDA: nvcc's rules are not
  /// checked, lines are not known, and registers are assigned quickly. What the emulator counts stays the same.
  bool is_trial = false;
  int compute_capability = 90;  ///< of the emulated device: __CUDA_ARCH__ is ten times that
  units::Seconds deadline{60};  ///< for compiling, linking and all checks together
  /// What is left of it, where several compilations have one deadline; empty: this one has all of it.
  std::shared_ptr<process::TimeLeft> time_left;
  units::Bytes output_limit{std::int64_t{1} << 20};  ///< of the compiler's messages
  /// Walls around clang, for code of strangers; empty: none. What clang needs is added.
  std::optional<process::Confinement> confinement;
};

/// One of a compiler's warnings, about the source.
struct CompilerWarning {
  int line = 0;        ///< of the source
  std::string text;    ///< in the compiler's words, without the option's name
  int other_line = 0;  ///< that a note to the warning names, such as a variable's declaration; 0: none
};

/// The warnings among a compiler's messages about the file `name`.
std::vector<CompilerWarning> warnings_in(std::string_view messages, std::string_view name);

/// clang++, as the emulator uses it.
class Compiler {
 public:
  /// `include_dir` is simt/include; `programs` the folder of the built programs, with the plugins for clang. Throws
  /// NoCompiler as find_clang() does.
  Compiler(const std::filesystem::path& include_dir, const std::filesystem::path& programs);

  /// "clang++-14", or a path.
  const std::string& program() const { return clang_.program; }
  /// "14.0.6"
  const std::string& version() const { return clang_.version; }

  /// Two compilations of the same source with the same options and equal keys make the same library: the compiler's
  /// version, the flags and the emulator's headers.
  std::string build_key() const;

  /// Makes options.folder/library.so of `source`: translated, compiled, linked. The messages in the result's output are
  /// about the lines of `source`; what nvcc refuses, or the emulator does not support is an error there, too, with exit
  /// code 1. Throws std::system_error when `source` cannot be read or a file not be written, process::Interrupted on
  /// Ctrl-C.
  process::Completed compile(const std::filesystem::path& source, const CompileOptions& options) const;

  /// What clang thinks suspicious in a source that compiles: values that were never set, numbers that lose their
  /// fraction, comparisons that are always true, expressions without effect. For code whose result is wrong: in right
  /// code some of it is meant. Makes no library; throws as `compile` does.
  std::vector<CompilerWarning> warnings(const std::filesystem::path& source, const CompileOptions& options) const;

  /// Makes precompiled_file() of each reading beside the plugin, for this clang. Returns clang's messages where it
  /// cannot, else nothing. Throws as `compile` does.
  std::string precompile() const;

  /// Whether nvcc would refuse `text`; a part of `compile`. `name` is its file name.
  LanguageCheck check(const std::string& text, const std::string& name, const CompileOptions& options) const;

 private:
  /// The translation with all headers in it, as preprocessed_file.
  process::Completed preprocess(const std::string& text, const std::string& name, const CompileOptions& options) const;
  /// compile_flags() for files that are preprocessed.
  std::vector<std::string> preprocessed_flags() const;
  /// clang on the preprocessed file, with these and then `flags`. Where its headers were precompiled, clang
  /// reads what follows them.
  process::Completed read_preprocessed(std::vector<std::string> flags, const CompileOptions& options) const;
  /// With messages about the source `text`, and without headers that the emulator cannot take.
  process::Completed refuse_includes(process::Completed compiled, const std::string& text, const std::string& name,
                                     const CompileOptions& options) const;
  /// Flags for clang on a file of the program, besides compile_flags().
  static std::vector<std::string> program_flags(const CompileOptions& options);
  process::Completed link(const CompileOptions& options) const;
  process::Completed run(std::vector<std::string> arguments, const CompileOptions& options) const;

  std::filesystem::path include_dir_;
  Clang clang_;
};

}  // namespace simt

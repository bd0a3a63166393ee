// Compiles one program and runs it in a process of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "simt/emulate/outcome.hpp"
#include "simt/findings/source_lines.hpp"
#include "support/process/child.hpp"

namespace simt::emulate {

/// The call was wrong, or the program does not compile: one sentence.
class CallError : public std::runtime_error {
 public:
  explicit CallError(const std::string& sentence, std::string compiler_messages = "")
      : std::runtime_error(sentence), messages_(std::move(compiler_messages)) {}
  /// What the compiler says about the program; lines that end with a newline, or none.
  const std::string& compiler_messages() const { return messages_; }

 private:
  std::string messages_;
};

/// The program cannot be run here, through no fault of its own: one sentence.
class CannotRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ProgramOptions {
  std::filesystem::path root;    ///< of the repository: simt/include and simt/devices are there
  std::filesystem::path runner;  ///< the program emulate-runner
  std::filesystem::path source;  ///< a .cu file with a main()
  std::vector<std::string> arguments;
  std::vector<std::filesystem::path> include_dirs;  ///< besides that of the source
  std::vector<std::string> definitions;             ///< "NAME" or "NAME=value"
  std::string device = "h200";
  /// As in RunOptions. Without a number: 0, and the first launches in other orders, too.
  std::optional<std::uint64_t> schedule;
  bool prints_to_stderr = false;  ///< the program's standard output goes to standard error
};

struct ProgramRun {
  process::Ending ending;            ///< of the program's process
  bool was_interrupted = false;      ///< by Ctrl-C or SIGTERM, while the program ran
  std::optional<Evidence> evidence;  ///< nothing when the process ended without a report, as by SIGKILL
  Lines lines;                       ///< of all program counters in `evidence`
  /// Launches that took far more work in an order than in the usual one, and were given up: `finding` is the place.
  std::vector<FindingInOrder> cut_short;

  /// It may be right, and what it did here says nothing about that.
  bool uses_missing_feature() const {
    return evidence && std::any_of(evidence->findings.begin(), evidence->findings.end(),
                                   [](const FindingRecord& finding) { return finding.is_missing_feature(); });
  }
};

/// A compiled program. Its files are temporary: they end with this object.
class Program {
 public:
  /// Compiles. Throws CallError, UnknownDevice, CannotRun, NoCompiler, process::Interrupted or std::system_error.
  explicit Program(ProgramOptions options);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// What the compiler says about a program that it accepts.
  const std::string& warnings() const { return warnings_; }

  /// The program has this process's standard streams, folder and environment; there is no deadline. Throws CallError
  /// when it has no main() or uses what is nowhere defined; CannotRun, std::system_error.
  ProgramRun run() const;

 private:
  void compile(int compute_capability);
  process::Ending run_process(const std::filesystem::path& report) const;
  std::filesystem::path library() const { return folder_ / "library.so"; }

  ProgramOptions options_;
  std::filesystem::path folder_;
  std::string warnings_;
};

}  // namespace simt::emulate

// A child process in a session of its own, with limits, that dies with us. Both the compiler and the runner
// are started here. Not for talking to it: see backends/runner_process.hpp.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/units.hpp"

namespace process {

using Clock = std::chrono::steady_clock;

/// Ctrl-C (or SIGTERM) arrived: unwind, so that every child is ended and every temporary file removed.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// From now on SIGINT and SIGTERM set a flag that `throw_if_interrupted` turns into Interrupted.
void catch_interrupts();
void throw_if_interrupted();

struct ChildOptions {
  std::vector<std::string> command;        ///< command[0] is looked up in PATH unless it has a slash
  std::filesystem::path directory;         ///< to run in; empty: ours
  std::vector<std::string> environment;    ///< all of it, "NAME=value"
  int output = -1;                         ///< becomes stdout and stderr; -1: /dev/null
  int channel = -1;                        ///< becomes descriptor 3; -1: none. No other descriptor is inherited.
  std::optional<units::Seconds> cpu;      ///< RLIMIT_CPU, rounded up
  std::optional<units::Bytes> file_size;  ///< RLIMIT_FSIZE
  bool same_addresses = false;             ///< memory lies where it lay in the last run, if the system lets us ask
};

/// How a process ended: by itself with an exit code, or by a signal.
struct Ending {
  bool by_signal = false;
  int code = 0;  ///< the exit code, or the signal's number
};

/// Owns one child. The destructor ends it and every process of its session, and waits for it.
class Child {
 public:
  /// Throws std::system_error when it cannot be started (a missing program among them).
  explicit Child(const ChildOptions& options);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }

  /// Nothing while it runs; `wait` blocks at most `patience`.
  std::optional<Ending> ending() const;
  std::optional<Ending> wait(std::chrono::milliseconds patience) const;

  /// SIGKILL to the whole session.
  void kill();

 private:
  // Reaped only by the destructor: until then its id, and so its session's, can belong to nobody else.
  pid_t pid_ = -1;
};

/// Private (anonymous) resident memory of a process, as /proc says; nothing once it is gone.
std::optional<units::Bytes> resident_memory(pid_t pid);
/// CPU time that a process has used, threads together, even if it has ended and nobody has waited for it yet.
std::optional<units::Seconds> cpu_time(pid_t pid);

/// The variables a compiler or runner needs of our environment, and nothing else.
std::vector<std::string> minimal_environment();

/// Sets a variable of such a list, whether it had one of that name or not.
void set_variable(std::vector<std::string>& environment, const std::string& name, const std::string& value);

struct Completed {
  Ending ending;
  bool timed_out = false;
  bool flooded = false;  ///< ended because it printed more than the limit
  std::string output;    ///< stdout and stderr
  bool succeeded() const { return !timed_out && !flooded && !ending.by_signal && ending.code == 0; }
};

/// Runs a command to its end. Throws std::system_error when it cannot be started, Interrupted on Ctrl-C.
Completed run(ChildOptions options, units::Seconds deadline, units::Bytes output_limit);

}  // namespace process

// A child process in a separate session, with limits, that ends when its parent ends. The compiler and the runner are
// started with it. Communication with the runner: see backends/runner_process.hpp.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/process/confinement.hpp"
#include "support/process/interrupt.hpp"
#include "support/units.hpp"

namespace process {

/// The clock of all waiting: it never goes back.
using Clock = std::chrono::steady_clock;

/// What to start, and with what limits.
struct ChildOptions {
  std::vector<std::string> command;           ///< command[0] is looked up in PATH unless it has a slash
  std::filesystem::path directory;            ///< working directory; empty: that of this process
  std::vector<std::string> environment;       ///< the complete environment, "NAME=value"
  int output = -1;                            ///< becomes stdout and stderr; -1: /dev/null
  int channel = -1;                           ///< becomes descriptor 3; -1: none. No other descriptor is inherited.
  std::optional<units::Seconds> cpu;          ///< RLIMIT_CPU, rounded up
  std::optional<units::Bytes> file_size;      ///< RLIMIT_FSIZE
  std::optional<units::Bytes> address_space;  ///< RLIMIT_AS, of each of its processes
  std::optional<Confinement> confinement;     ///< walls around it; empty: none
};

/// How a process ended: with an exit code, or by a signal.
struct Ending {
  bool by_signal = false;  ///< a signal ended it
  int code = 0;            ///< the exit code, or the signal's number
};

/// Owns one child process. The destructor kills it and every process of its session, and waits for it.
class Child {
 public:
  /// Throws std::system_error if it cannot be started, for example because the program does not exist.
  explicit Child(const ChildOptions& options);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Its process id; not reused while this object lives.
  pid_t pid() const { return pid_; }
  /// The process that runs the command itself, where another one put the walls around it; else pid().
  pid_t inner_pid() const;

  /// Empty while the child runs; `wait` waits for its end, at most `patience`.
  std::optional<Ending> ending() const;
  /// Waits for its end; empty if it still runs after `patience`.
  std::optional<Ending> wait(std::chrono::milliseconds patience) const;

  /// SIGKILL to the whole session, and to all in its control group.
  void kill();

  /// SIGSTOP to the whole session. True when every thread of the child and of its descendants was seen to have stopped,
  /// or ended, within `patience`: until `resume` (SIGCONT to the session) none of them runs.
  bool stop(std::chrono::milliseconds patience);
  void resume();  ///< SIGCONT to the whole session.

  /// Whether one of its processes was ended because of its limit of memory; known only where control groups are.
  bool reached_memory_limit() const;
  /// Whether the system has ended one of its processes because the machine had no memory left. Where no control group
  /// can be made, the system says only that it has ended some process of the machine since this one started.
  bool machine_ran_out_of_memory() const;

 private:
  std::optional<Entrance> entrance_;
  long kills_before_ = 0;  // of the whole machine, for want of memory
  // Only the destructor reaps the child: until then the system cannot reuse its process id and session id.
  pid_t pid_ = -1;
};

/// SIGSTOP to a process and all its descendants, those of other sessions, too. True when all threads of all of them
/// were seen to have stopped, or ended, within `patience`.
bool stop_tree(pid_t root, std::chrono::milliseconds patience);
/// SIGCONT to all of them.
void resume_tree(pid_t root);

/// What a process and its descendants hold now, from /proc.
struct Holdings {
  units::Bytes own;     ///< private (anonymous) resident memory
  units::Bytes shared;  ///< resident memory that is shared and not of a file on a disk
  int threads = 0;      ///< of all these processes
};
/// Empty if the process no longer exists.
std::optional<Holdings> holdings(pid_t pid);
/// What new processes can have without any other one being ended for it; empty where the system does not say.
std::optional<units::Bytes> available_memory();
/// CPU time used by all threads of a process; also available after its end, until it is reaped.
std::optional<units::Seconds> cpu_time(pid_t pid);

/// The variables of this process's environment that a compiler or runner needs, and no others.
std::vector<std::string> minimal_environment();

/// Sets a variable of such a list, replacing or adding it.
void set_variable(std::vector<std::string>& environment, const std::string& name, const std::string& value);

/// How `run` ended, and what was printed until then.
struct Completed {
  Ending ending;           ///< how the process ended
  bool timed_out = false;  ///< killed because it took more than the limit of its own time (own_time.hpp)
  bool starved = false;    ///< killed because it had nearly no processor for so long that nothing is known of it
  bool flooded = false;    ///< killed because it printed more than the limit
  bool too_large = false;  ///< killed because it used more memory than its confinement allows
  bool machine_ran_out_of_memory = false;  ///< see Child
  std::string output;                      ///< stdout and stderr
  units::Seconds own_time{};               ///< what it has used of the limit of its own time
  /// True when a limit ended it, not the command itself.
  bool was_killed() const { return timed_out || starved || flooded || too_large; }
  /// True when it ended by itself with exit code 0.
  bool succeeded() const { return !was_killed() && !ending.by_signal && ending.code == 0; }
};

/// However busy a machine is: a process that has not had its own time within so many times its limit is given up.
inline constexpr double most_patience = 30;

/// Runs a command until it ends. `limit` is of the time that it has for itself: time in which other processes had the
/// processors is not counted. Throws std::system_error if it cannot be started, Interrupted on Ctrl-C.
Completed run(ChildOptions options, units::Seconds limit, units::Bytes output_limit);

}  // namespace process

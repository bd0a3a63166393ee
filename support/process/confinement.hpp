// Walls around a child process that runs, or compiles, code of strangers: what it sees of the machine, and as whom it
// runs. Uses bubblewrap where it is installed and works; elsewhere each wall that the kernel allows. What a process may
// call of the kernel is not decided here: see autograder/runner/main.cpp.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/process/descriptor.hpp"
#include "support/units.hpp"

namespace process {

/// False in programs that only show what the walls cost (CMake's COURSE_WITHOUT_WALLS, measurements/grading-cost.md):
/// nothing in them holds code of strangers back.
#ifdef COURSE_WITHOUT_WALLS
inline constexpr bool walls_are_built = false;
#else
inline constexpr bool walls_are_built = true;
#endif

/// What a confined process sees besides the system's programs and libraries. All paths are absolute.
struct Confinement {
  std::vector<std::filesystem::path> readable;     ///< files and folders; what does not exist is left out
  std::vector<std::filesystem::path> writable;     ///< folders that exist
  std::vector<std::filesystem::path> devices;      ///< nodes below /dev
  std::vector<std::filesystem::path> hidden;       ///< folders, should they be below the system's; less than the above
  bool has_proc = false;                           ///< it needs /proc and /sys, as CUDA's driver does
  bool own_processes = true;                       ///< in a process namespace of its own, where that can be had
  units::Bytes memory{std::int64_t{4} << 30};      ///< of all its processes, where a control group can be made
  units::Bytes temporary{std::int64_t{64} << 20};  ///< /tmp and /dev/shm, each; they are its own
  int tasks = 512;                                 ///< processes and threads together
};

/// One of the walls, and whether it stands on this machine.
struct Wall {
  std::string_view name;  ///< "files": in JSON
  std::string_view what;  ///< "shared memory", for people: what is behind it
  bool stands = false;    ///< it holds on this machine
  std::string how;        ///< by what ("bubblewrap"), or why not
};

/// Of one file that a compiler writes.
inline constexpr units::Bytes most_product_bytes{std::int64_t{64} << 20};

/// What every confined process sees: the system's programs and libraries, and what they read to find each other.
std::vector<std::filesystem::path> system_files();
/// A program, found by its path or in PATH, and the libraries beside its folder; nothing for one of the system's.
std::vector<std::filesystem::path> files_of_program(const std::string& name);

/// The walls of this machine, in a fixed order. They are tried once, in about 20 ms.
const std::vector<Wall>& walls();

/// Gives the files in a folder that confined processes have written back to this user.
void take_back(const std::filesystem::path& folder);

/// A control group for one child: its memory and tasks are limited, and all of it is killed together.
class ControlGroup {
 public:
  /// Empty where none can be made.
  static std::optional<ControlGroup> make(const Confinement& confinement);
  ControlGroup(ControlGroup&&) noexcept = default;
  ControlGroup& operator=(ControlGroup&&) noexcept = delete;
  ~ControlGroup();

  /// To be called by the child: a system call for each hierarchy.
  void join() const;
  void kill() const;  ///< SIGKILL to every process in it.
  /// Kills what is in it, and removes it; false where something is still ending in it.
  bool remove();
  /// Leaves it where it is.
  void forget() { folders_.clear(); }

  /// How many of its processes were killed because it reached its limit, and for any want of memory.
  struct Killed {
    long by_limit = 0;  ///< by its own limit of memory
    long in_all = 0;    ///< for any want of memory, of the machine too
  };
  Killed killed() const;  ///< What was counted until now.

 private:
  ControlGroup() = default;
  /// Makes a group. A process that writes "0" to its file `members` joins it.
  bool add(const std::filesystem::path& folder, const char* members);

  std::vector<std::filesystem::path> folders_;  // one, or with version 1 one for each kind of limit
  std::vector<Descriptor> entries_;             // what the child joins each by
};

/// How one child is confined: what is put before its command, and what it does itself before it starts it.
class Entrance {
 public:
  /// `command` is completed in place, and `environment` gets a TMPDIR.
  Entrance(const Confinement& confinement, const std::filesystem::path& directory, std::vector<std::string>& command,
           std::vector<std::string>& environment);

  /// Called by the child right before it starts the command; only system calls. False, with errno set, if a wall that
  /// should stand does not.
  bool enter() const;

  /// Whether the command is started by another program, which then is the child.
  bool is_wrapped() const { return is_wrapped_; }
  /// The control group that the child joins; empty: there is none.
  const std::optional<ControlGroup>& group() const { return group_; }

 private:
  bool is_wrapped_ = false;
  int namespaces_ = 0;         // for unshare(2)
  std::optional<uid_t> user_;  // to become
  std::optional<long> tasks_;  // RLIMIT_NPROC
  Descriptor landlock_;        // a ruleset
  std::optional<ControlGroup> group_;
};

}  // namespace process

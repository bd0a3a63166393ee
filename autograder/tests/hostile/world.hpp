// A private copy of all that a submission may reach, and what is in it before and after a grading. The test's process
// gets a /tmp, a /dev/shm and System V memory of its own where it may, so that what other programs do there meanwhile
// is not seen.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/files/lock.hpp"
#include "support/process/child.hpp"
#include "tests/hostile/rows.hpp"

namespace hostile {

/// How the command is run.
enum class Rights {
  as_we_are,
  ordinary_user,  ///< only root can become one
  no_namespaces,  ///< the system refuses namespaces and mounts, as in most containers
};

/// Whether the command finds nvcc.
enum class Toolkit { as_installed, none };

/// What there is: a path, or a name such as "System V shared memory 5", and what is known of it.
using Snapshot = std::map<std::string, std::string>;

class World {
 public:
  explicit World(Rights rights);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  std::filesystem::path course() const { return folder_ / "course"; }
  std::filesystem::path home() const { return folder_ / "home"; }

  /// Copies a hostile file into the submission's folder. In it, @course@, @home@ and VICTIM_PROCESS become the paths of
  /// this world and the process id of another process of the same user, and hostile_ gets the number of this process.
  std::filesystem::path hand_in(const std::filesystem::path& file) const;

  /// Runs the real `grade` with these arguments, as the rights of this world say.
  process::Completed grade(const std::vector<std::string>& arguments, Toolkit toolkit = Toolkit::as_installed) const;

  /// Files with their content, processes that outlived the command, shared memory.
  Snapshot look() const;

  /// True while the other process of the same user runs and was not stopped.
  bool is_victim_well() const;

 private:
  void copy_course() const;

  Rights rights_;
  std::unique_ptr<files::Lock> alone_;  // where /tmp is shared with other tests of this kind
  std::filesystem::path folder_;
  std::unique_ptr<process::Child> victim_;
};

/// What differs, one line each; empty: nothing. What the grader may add to its cache is left out.
std::string difference(const Snapshot& before, const Snapshot& after);

}  // namespace hostile

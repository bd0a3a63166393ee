// How much time a process has had for itself: the time that it ran and the time that it slept by its own choice. Time
// in which it could run and other processes had the processors is not counted, so that a busy machine ends nothing.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "support/units.hpp"

namespace process {

/// What a process and all its descendants did so far, from /proc.
struct Usage {
  units::Seconds cpu;       ///< their CPU time, with that of descendants that have ended
  units::Seconds waited;    ///< on run queues, for a processor; 0 where the system does not say
  bool is_asleep = false;   ///< each of them waits for something other than a processor or a disk
  bool is_stopped = false;  ///< every thread of each of them that is known is stopped by a signal
};

/// Empty if the process no longer exists.
std::optional<Usage> usage(pid_t pid);

/// A process and all its descendants; empty if it no longer exists.
std::vector<pid_t> process_tree(pid_t pid);

/// Whether a process of this group has not ended yet.
bool is_group_alive(pid_t group);

/// Follows one process. The more often `look` is called, the more exact it is; once in a second suffices.
class OwnTime {
 public:
  explicit OwnTime(pid_t pid);  ///< Looks for the first time.

  void look();  ///< Adds what has happened since the last look.
  /// Begins again, without a look: for a process that has only waited since the last one, and still waits.
  void begin_again();

  // Since this object was made or began again, as far as was seen.
  units::Seconds cpu() const { return {last_.cpu.value - first_cpu_.value}; }
  /// For how long it was asleep by its own choice.
  units::Seconds asleep() const { return asleep_; }
  /// Time for itself: running and asleep.
  units::Seconds total() const { return cpu() + asleep(); }
  /// True when the last look found it asleep.
  bool is_asleep() const { return last_.is_asleep; }

 private:
  using Clock = std::chrono::steady_clock;

  pid_t pid_;
  Usage last_;
  Clock::time_point last_look_;
  units::Seconds first_cpu_;
  units::Seconds asleep_;
};

}  // namespace process

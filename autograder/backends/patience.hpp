// How long the grader waits for a runner's answer: a busy machine is no reason to end student code.
#pragma once

#include <chrono>

#include "course/rules.hpp"
#include "support/process/own_time.hpp"

namespace backends {

/// Decides for how long a runner is waited for.
class Patience {
 public:
  /// Why waiting ends.
  enum class End {
    none,
    timed_out,  ///< it took too long, on a GPU or where a library is loaded
    slept,      ///< it slept too long; its work is limited elsewhere
    starved,    ///< for long it had less than one part in most_patience of the time: nothing is known of it
  };

  /// What limits a request.
  enum class Limit {
    time,           ///< all that it has for itself
    work,           ///< the runner limits work, and only sleep is limited here
    work_and_time,  ///< both: for what takes an honest program hardly any time
  };

  /// For one request to the process of `own_time`, which has only waited since the last look at it. `is_timed`: nothing
  /// looks at the process before the limit can have been reached, because that takes time.
  Patience(process::OwnTime& own_time, const course::Limits& limits, Limit limit, bool is_timed);

  /// Cheap; to be asked again and again.
  End end();

  /// What the process has had for itself since the request.
  units::Seconds own_time();

 private:
  using Clock = std::chrono::steady_clock;

  units::Seconds most_;
  Limit limit_;
  process::OwnTime& own_time_;
  Clock::time_point first_;
  Clock::time_point next_look_;
  Clock::time_point last_;  // what had its share by then has more time, until a limit of its own ends it
};

}  // namespace backends

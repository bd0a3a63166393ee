// Where the time of a grading goes: every moment belongs to one phase.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "support/units.hpp"

namespace grader {

/// What a grading's time goes into.
enum class Phase : std::uint8_t {
  other,
  compile,    ///< the submission; the reference, where it is not in the cache
  wait,       ///< for the device, while another grading has it
  start,      ///< processes, their part of the device, lending memory to them
  lend,       ///< allocating memory
  fill,       ///< inputs and poison; seeing that the poison is still there
  untimed,    ///< calls at the checks' sizes, and before each timed call
  timed,      ///< calls while the clock runs
  check,      ///< every element of the outputs
  watch,      ///< long looks at whether anything else is on the device
  end,        ///< of processes
  reference,  ///< all of the above for the reference, and the copy
};
/// The names of the phases in reports, in the order of Phase.
inline constexpr std::array<std::string_view, 12> phase_names{
    "other", "compile", "wait", "start", "lend", "fill", "untimed", "timed", "check", "watch", "end", "reference"};

/// Seconds of each phase.
using PhaseTimes = std::array<units::Seconds, phase_names.size()>;

/// Measures how long each phase lasts.
class Stopwatch {
 public:
  /// What has been measured so far; together it is the time since the stopwatch was made.
  PhaseTimes times() {
    change(phase_);
    return times_;
  }

 private:
  friend class InPhase;
  using Clock = std::chrono::steady_clock;

  void change(Phase next) {
    const auto now = Clock::now();
    times_[static_cast<std::size_t>(phase_)].value += std::chrono::duration<double>(now - since_).count();
    since_ = now;
    phase_ = next;
  }

  Clock::time_point since_ = Clock::now();
  Phase phase_ = Phase::other;
  PhaseTimes times_{};
};

/// As long as it lives, time belongs to its phase, and then to the one before. Within Phase::reference everything
/// belongs to the reference. A null pointer measures nothing.
class InPhase {
 public:
  /// From now on time belongs to `phase`.
  InPhase(Stopwatch* stopwatch, Phase phase) : stopwatch_(stopwatch) {
    if (stopwatch_ == nullptr) return;
    before_ = stopwatch_->phase_;
    stopwatch_->change(before_ == Phase::reference ? before_ : phase);
  }
  ~InPhase() {
    if (stopwatch_ != nullptr) stopwatch_->change(before_);
  }
  InPhase(const InPhase&) = delete;
  InPhase& operator=(const InPhase&) = delete;

 private:
  Stopwatch* stopwatch_;
  Phase before_ = Phase::other;
};

}  // namespace grader

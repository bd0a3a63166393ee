// Time that several processes may use together, one after the other or beside each other.
#pragma once

#include <algorithm>
#include <mutex>

#include "support/units.hpp"

namespace process {

/// What is left of it.
class TimeLeft {
 public:
  /// `all`: of all of them together.
  explicit TimeLeft(units::Seconds all) : all_(all), seconds_(all.value) {}

  /// What the next process may use. However little is left, it is enough to see whether the machine lets it run.
  units::Seconds get() const {
    constexpr double least = 1;
    const std::lock_guard alone(mutex_);
    return {std::max(seconds_, least)};
  }
  /// What all processes have used.
  units::Seconds spent() const {
    const std::lock_guard alone(mutex_);
    return {all_.value - seconds_};
  }
  /// Its own time (child.hpp).
  void spend(units::Seconds used) {
    const std::lock_guard alone(mutex_);
    seconds_ -= used.value;
  }

 private:
  mutable std::mutex mutex_;
  units::Seconds all_;
  double seconds_;
};

}  // namespace process

#include "backends/patience.hpp"

#include "support/process/child.hpp"

namespace backends {
namespace {

constexpr std::chrono::milliseconds between_looks{100};

std::chrono::steady_clock::duration to_duration(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Patience::Patience(process::OwnTime& own_time, const course::Limits& limits, Limit limit, bool is_timed)
    : most_(limits.run),
      limit_(limit),
      own_time_(own_time),
      first_(Clock::now()),
      next_look_(Clock::now() + (is_timed ? to_duration(limits.run.value) : between_looks)),
      last_(Clock::now() + to_duration(process::most_patience * limits.run.value + limits.cpu.value)) {
  own_time_.begin_again();
}

units::Seconds Patience::own_time() {
  own_time_.look();
  return own_time_.total();
}

Patience::End Patience::end() {
  const auto now = Clock::now();
  if (now < next_look_) return End::none;
  next_look_ = now + between_looks;
  own_time_.look();
  if (limit_ != Limit::time && own_time_.asleep() > most_) return End::slept;
  if (limit_ != Limit::work && own_time_.total() > most_) return End::timed_out;
  const double passed = std::chrono::duration<double>(now - first_).count();
  return now > last_ && own_time_.total().value * process::most_patience < passed ? End::starved : End::none;
}

}  // namespace backends

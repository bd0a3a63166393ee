// A `grade serve` process, which grades one submission after the other on one GPU, and makes once what they share. Not
// for which ones, or what is done with the results.
#pragma once

#include <optional>

#include "batch/worker.hpp"

namespace batch {

class Server {
 public:
  /// Starts it for calls that differ from `like` only in what is graded. Throws std::system_error.
  explicit Server(const Call& like);

  bool is_free() const { return !call_; }
  /// To a server that is free.
  void give(const Call& call);

  /// What came of it; empty while it works. A server that has had `most_seconds` for it is ended.
  std::optional<Outcome> outcome(double most_seconds);

  /// True as long as it times something: what else the machine does must not be seen in that.
  bool needs_quiet() const { return needs_quiet_; }
  /// To be called where it needs quiet and has it.
  void answer_quiet();

  /// False when its process has ended: another one has to be started.
  bool is_alive() const { return child_.has_value(); }

 private:
  std::optional<int> receive_status();

  process::Descriptor tasks_;
  std::optional<process::Child> child_;
  std::optional<Call> call_;
  process::Clock::time_point since_;
  bool needs_quiet_ = false;
  bool waits_for_quiet_ = false;
};

}  // namespace batch

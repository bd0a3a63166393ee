// Ctrl-C and SIGTERM, as an exception in the code that asks.
#pragma once

#include <exception>
#include <stop_token>

namespace process {

/// Thrown after Ctrl-C or SIGTERM, so that destructors end every child and remove every temporary file.
class Interrupted : public std::exception {
 public:
  /// "interrupted".
  const char* what() const noexcept override { return "interrupted"; }
};

/// From now on SIGINT and SIGTERM set a flag that `throw_if_interrupted` turns into Interrupted.
void catch_interrupts();
/// Throws Interrupted if one has come since, or if this thread was asked to stop (StopsWith).
void throw_if_interrupted();
/// Whether such a signal came since the last call; work that follows is not interrupted by it.
bool take_interrupt();

/// While it lives, a request to stop interrupts the thread that made it. A thread has one of them at a time.
class StopsWith {
 public:
  /// `token`: of whoever may ask; it must outlive this object.
  explicit StopsWith(const std::stop_token& token);
  ~StopsWith();
  StopsWith(const StopsWith&) = delete;
  StopsWith& operator=(const StopsWith&) = delete;
};

}  // namespace process

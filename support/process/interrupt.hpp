// Ctrl-C and SIGTERM, as an exception in the code that asks.
#pragma once

#include <exception>

namespace process {

/// Thrown after Ctrl-C or SIGTERM, so that destructors end every child and remove every temporary file.
class Interrupted : public std::exception {
 public:
  /// "interrupted".
  const char* what() const noexcept override { return "interrupted"; }
};

/// From now on SIGINT and SIGTERM set a flag that `throw_if_interrupted` turns into Interrupted.
void catch_interrupts();
/// Throws Interrupted if one has come since.
void throw_if_interrupted();
/// Whether such a signal came since the last call; work that follows is not interrupted by it.
bool take_interrupt();

}  // namespace process

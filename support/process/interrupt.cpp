#include "support/process/interrupt.hpp"

#include <signal.h>

#include <csignal>

namespace process {
namespace {

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

void throw_if_interrupted() {
  if (interrupted != 0) throw Interrupted();
}

bool take_interrupt() {
  const bool was_interrupted = interrupted != 0;
  interrupted = 0;
  return was_interrupted;
}

}  // namespace process

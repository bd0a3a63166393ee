#include "support/process/interrupt.hpp"

#include <signal.h>

#include <csignal>

namespace process {
namespace {

volatile std::sig_atomic_t interrupted = 0;
thread_local const std::stop_token* stops_with = nullptr;

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

void throw_if_interrupted() {
  if (interrupted != 0 || (stops_with != nullptr && stops_with->stop_requested())) throw Interrupted();
}

bool take_interrupt() {
  const bool was_interrupted = interrupted != 0;
  interrupted = 0;
  return was_interrupted;
}

StopsWith::StopsWith(const std::stop_token& token) { stops_with = &token; }
StopsWith::~StopsWith() { stops_with = nullptr; }

}  // namespace process

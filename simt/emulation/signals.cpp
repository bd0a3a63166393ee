// Handlers of signals that the program catches are host code, also where the signal comes while a kernel runs: nothing
// that they do is the kernel's. The linker sends the program's calls of signal() and sigaction() here.
#include <csignal>
#include <cstddef>
#include <utility>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

using Action = struct sigaction;

/// What the program has asked for, by the signal's number.
Action asked_for[NSIG];

bool is_handler(const Action& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

// The thread of the kernel that was interrupted may have been within the emulator: a handler does not reach it.
void run_handler(int number, siginfo_t* info, void* context) {
  Emulation* const kernel = std::exchange(in_kernel, nullptr);
  Round* const round = std::exchange(simt_round, Rounds::endless());
  const bool was_away = std::exchange(is_away, true);
  const Action action = asked_for[number];
  (action.sa_flags & SA_SIGINFO) != 0 ? action.sa_sigaction(number, info, context) : action.sa_handler(number);
  is_away = was_away;
  simt_round = round;
  in_kernel = kernel;
}

}  // namespace

extern "C" {

int __wrap_sigaction(int number, const Action* asked, Action* before) {
  if (number <= 0 || number >= NSIG) return sigaction(number, asked, before);
  const Action asked_before = asked_for[number];
  Action ours = asked != nullptr ? *asked : Action{};
  if (asked != nullptr && is_handler(*asked)) {
    asked_for[number] = *asked;  // before it can come
    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = &run_handler;
  }
  const int result = sigaction(number, asked != nullptr ? &ours : nullptr, before);
  if (result != 0) asked_for[number] = asked_before;
  if (result == 0 && before != nullptr && before->sa_sigaction == &run_handler) *before = asked_before;
  return result;
}

sighandler_t __wrap_signal(int number, sighandler_t handler) {
  Action asked{}, before{};
  asked.sa_handler = handler;
  asked.sa_flags = SA_RESTART;
  return __wrap_sigaction(number, &asked, &before) == 0 ? before.sa_handler : SIG_ERR;
}

}  // extern "C"
}  // namespace simt::core

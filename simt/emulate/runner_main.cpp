// emulate-runner LIBRARY REPORT DEVICE SCHEDULE NAME ARGUMENT…: the process that holds a program. Calls its main()
// with NAME and the arguments, and writes what the emulator saw to REPORT when the process ends: by main's return,
// exit(), _exit(), abort() or a signal. Its exit status is the program's. DEVICE is a file of simt/devices. SCHEDULE
// is a number, or "all": the order of threads' numbers, and the first launches of each kernel in other orders, too.
// Started by emulate, not by hand.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include "simt/emulate/outcome.hpp"
#include "simt/simt.hpp"

namespace {

using simt::emulate::Outcome;
using simt::emulate::Start;

/// The program of this process.
struct Program {
  std::filesystem::path report;
  simt::RunOptions options;
  pid_t process = 0;
  bool is_reported = false;
  volatile std::sig_atomic_t end_signal = 0;  ///< that came while the report was written
};

// Signal handlers, exit handlers and the program's constructors get no argument that could lead to it.
Program* the_program = nullptr;

void report(const Outcome& outcome) {
  the_program->is_reported = true;
  simt::emulate::write_outcome(the_program->report, outcome);
}

/// The program could not free its memory any more.
simt::Evidence without_leaks(simt::Evidence evidence) {
  std::erase_if(evidence.findings, [](const auto& finding) { return finding.kind == simt::FindingKind::leak; });
  return evidence;
}

// Once, and not by a process that the program has forked.
void report_evidence_of(bool has_crashed) {
  if (the_program == nullptr || the_program->is_reported || getpid() != the_program->process) return;
  the_program->is_reported = true;  // the emulator may be what crashed: not a second time
  try {
    report({Start::ran, "", has_crashed ? without_leaks(simt::finish_run()) : simt::finish_run()});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "emulate: %s\n", error.what());
  }
  if (the_program->end_signal != 0) {
    std::signal(the_program->end_signal, SIG_DFL);
    raise(the_program->end_signal);
  }
}

void report_evidence() { report_evidence_of(false); }

// The report needs memory, and the signal may have come while memory was handed out: then the alarm ends the process.
void on_signal(int signal, siginfo_t* info, void* context) {
  constexpr unsigned seconds = 10;
  const bool is_asked_to_end = signal == SIGINT || signal == SIGTERM;
  if (!is_asked_to_end && signal != SIGABRT && simt::end_kernel_at_fault(*info, context)) return;
  alarm(seconds);
  if (is_asked_to_end) simt::forget_other_orders();
  if (is_asked_to_end && the_program != nullptr && the_program->is_reported) {
    the_program->end_signal = signal;  // the report that is being written was interrupted, and goes on
    return;
  }
  report_evidence_of(true);
  std::signal(signal, SIG_DFL);
  raise(signal);  // SIGINT and SIGTERM are blocked here, and end the process when this function returns
}

void catch_signals() {
  static std::array<char, 1 << 20> stack;  // the program's own may be what overflowed
  const stack_t alternative{stack.data(), 0, stack.size()};
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = &on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaddset(&action.sa_mask, SIGINT);  // what asks for the end a second time must not cut the report off
  sigaddset(&action.sa_mask, SIGTERM);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM}) {
    sigaction(signal, &action, nullptr);
  }
}

using Main = int(int, char**, char**);

Main* load(const char* library) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    report({Start::not_loaded, dlerror(), {}});
    return nullptr;
  }
  void* const found = dlsym(handle, "main");
  if (found == nullptr) report({Start::no_main, "", {}});
  return reinterpret_cast<Main*>(found);
}

constexpr int first_of_program = 5;  // its name, before its arguments

/// The program's main(), once it is loaded; null when that failed, which is then reported.
Main* prepare(int count, char** arguments) {
  if (count <= first_of_program) {
    throw std::runtime_error("emulate-runner is started by emulate: LIBRARY REPORT DEVICE SCHEDULE NAME ARGUMENT…");
  }
  const std::filesystem::path device = arguments[3];
  static Program program;
  program.report = arguments[2];
  program.options.count_traffic = program.options.by_launch = program.options.find_races = true;
  program.options.device = simt::load_device(device.parent_path(), device.stem().string());
  const std::string schedule = arguments[4];
  if (schedule == "all") {
    program.options.other_orders = {1, 2};
  } else {
    program.options.schedule = std::stoull(schedule);
    program.options.begins_orders_anew = true;  // as the copies do that have tried a launch in this order
  }
  program.process = getpid();
  the_program = &program;
  // First of all exit handlers, so that it is called after the program's.
  std::atexit(&report_evidence);
  std::at_quick_exit(&report_evidence);
  catch_signals();
  return load(arguments[1]);
}

}  // namespace

extern "C" {

void simt_program_is_loaded(const void* address) {
  Dl_info info{};
  if (the_program == nullptr || dladdr(address, &info) == 0) return;
  simt::begin_run({}, reinterpret_cast<std::uintptr_t>(info.dli_fbase), the_program->options);
}

// In place of the C library's, which call no exit handler.
[[noreturn]] void _exit(int status) {
  report_evidence();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}
[[noreturn]] void _Exit(int status) noexcept { _exit(status); }

}  // extern "C"

int main(int count, char** arguments) {
  Main* main_of_program = nullptr;
  try {
    main_of_program = prepare(count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "emulate: %s\n", error.what());
  }
  if (main_of_program == nullptr) return EXIT_FAILURE;
  // What the program throws and does not catch ends it, as it would anywhere.
  std::exit(main_of_program(count - first_of_program, arguments + first_of_program, environ));
}

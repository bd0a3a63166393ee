// What differs between the two runners: whose memory is mapped and how a part is run. Each runner program
// links one implementation.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "course/function.hpp"
#include "runner/protocol.hpp"

namespace runner {

/// A failure to say to the grader, which words it for the student or for itself.
struct Failure {
  Status status;
  std::string message;
};

/// Functions of the student's that are called with lent host memory; null where there are none.
struct HostMemoryHooks {
  void (*pin)(void* memory, std::size_t bytes) = nullptr;
  void (*unpin)(void* memory, std::size_t bytes) = nullptr;
};

class Executor {
 public:
  virtual ~Executor() = default;

  /// `descriptor` is the memfd of host-shared memory, or -1. Throws Failure.
  virtual void map(const Region& region, int descriptor) = 0;
  virtual void unmap() = 0;

  /// Calls `entry` request.launches times. Fills event_seconds and, in the emulator, evidence. Throws Failure.
  virtual void run(void* entry, const course::Function& function, const HostMemoryHooks& hooks,
                   const RunRequest& request, Reply& reply, std::vector<Record>& evidence) = 0;
};

/// What a run is doing now, for a grader that has waited too long. Called by a signal handler.
Phase current_phase();

/// A stack pointer below this address shows that the stack of the code that runs has overflowed. Called by a signal
/// handler.
std::uintptr_t lowest_stack_pointer();
/// The same where host code runs, on the main thread.
std::uintptr_t lowest_host_stack_pointer();

/// In a handler of SIGFPE, SIGSEGV, SIGBUS or SIGILL, whose arguments they are: whether the code of a kernel was at
/// fault, and ends with evidence of it once the handler has returned.
bool ends_kernel_at_fault(const siginfo_t& info, void* context);

/// Touches the device, so that whatever the driver needs to start is started before student code is loaded.
/// Throws Failure.
std::unique_ptr<Executor> make_executor();

/// Whether libraries are loaded after student code was.
bool driver_loads_libraries();
/// Whether calls may be timed: then the runner stays awake between two requests.
bool can_be_timed();
/// Whether code and memory lie at the same addresses in every process: the modelled caches depend on addresses.
bool has_same_addresses();

/// Student code may do so many units of work (simt/core/work_limit.hpp) from when it is loaded, and in each request.
/// Nothing on a GPU, where only time can be measured.
void limit_work(std::int64_t units);

/// Ends the process with an answer to the request that is served, or to the hello.
[[noreturn]] void give_up(Status status, std::vector<Record> evidence);

/// Where the student's library is mapped; the emulator reports program counters relative to it.
void set_library_base(std::uintptr_t base);

}  // namespace runner

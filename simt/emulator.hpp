// The emulator as the runner sees it: say which memory is lent, call student code, ask what happened.
// One process runs one emulation at a time.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "simt/evidence.hpp"
#include "simt/memory/device.hpp"
#include "simt/memory/registers.hpp"

namespace simt {

/// The ways that lent data may take from inputs to outputs. Evidence says how a program moves data only where each way
/// is counted or refused: copies cost nothing that kernels' counters show, and the host's work is not counted at all.
enum class DataPath : std::uint8_t {
  anywhere,         ///< copies and the host are part of the task
  within_device,    ///< copies within the device are counted as traffic; nothing may be brought to the host
  through_kernels,  ///< and no copy may write to lent memory: what is in it comes from kernels
};

/// How many addresses a run can watch.
inline constexpr std::size_t most_watched = 4;

/// What a run counts and looks for.
struct RunOptions {
  bool count_traffic = false;  ///< fill Evidence::traffic, partition_camping and estimated_seconds
  bool model_caches = false;   ///< with count_traffic: fill SiteTraffic::levels
  bool gather_work = false;    ///< with model_caches: fill Evidence::work
  /// Fill Evidence::work with grids only: blocks of kernels do not run, and nothing is known of what they do.
  bool only_grids = false;
  bool by_launch = false;                   ///< fill Evidence::launches
  DataPath data_path = DataPath::anywhere;  ///< what may move data
  bool find_races = false;                  ///< track every shared and global word's readers and writers
  bool find_origins = false;                ///< fill what Evidence says of where the answer comes from
  memory::Device device{};                  ///< whose rules the counters follow
  /// Addresses in lent memory, 0 for none: Evidence::history says who stored these words, and from what. Without any,
  /// nothing is remembered, and nothing is slower.
  std::array<std::uintptr_t, most_watched> watched = {};
  /// Outputs in the host's memory: what they hold in the end says whether arithmetic that is reported made it.
  std::vector<std::span<const std::byte>> host_outputs = {};
  std::uint64_t schedule = 0;  ///< which lanes, warps and blocks are first; 0: in order of their numbers
  /// With a schedule: each launch has an order of its own, which does not depend on the launches before it.
  bool begins_orders_anew = false;
  /// With a schedule: any block of a grid may be the first to begin, and any other one the next, as CUDA allows. Else
  /// blocks begin about in the order of their numbers, as GPUs begin them, and a block may wait for one with a lower
  /// number.
  bool begins_any_block = false;
  /// Schedules in which copies of this process carry out the first launches of each kernel, too
  /// (core/threads/other_orders.hpp).
  std::vector<std::uint64_t> other_orders = {};
  std::vector<memory::KernelRegisters> registers = {};  ///< with gather_work or only_grids: what the kernels use
  int variant = 0;  ///< of a library with variants (translate/variants.hpp); 0: the program as it was written; from bit
                    ///< 16 on a second one
  /// A grid that is longer than this along x, and has no other extent, is cut to that: most code then does the same,
  /// with more rounds of its loops or for fewer elements, and takes less time. 0: none is.
  int most_blocks = 0;
};

/// Where to map the device memory that is lent: far from the host's, and at the same address in each process, so that
/// neither counts nor messages depend on where the system places memory. What student code allocates lies behind it.
constexpr std::uintptr_t lent_device_memory = 0x2000'0000'0000;
constexpr std::uintptr_t lent_device_bytes = 0x100'0000'0000;  ///< 1 TiB, more than any device has

/// Memory that student code may use as device memory during a run.
struct Allocation {
  void* base = nullptr;     ///< its first byte, the same in each process
  std::size_t bytes = 0;    ///< its size
  bool writable = true;     ///< kernels may store to it
  std::string name;         ///< "input 0", for messages
  bool has_values = false;  ///< writable, but read before it is written: not uninitialised
};

/// How much student code may do, see core/work_limit.hpp, from when it is loaded or a run begins. A kernel that has
/// used it up is stopped as by any other finding.
struct WorkLimit {
  std::int64_t units = std::numeric_limits<std::int64_t>::max();  ///< loop rounds, memory accesses and their like
  /// Called from host code that has used it up, or from a loop in a constructor of the library. Does not return. The
  /// finding's pc is an offset, as in evidence; `is_main_thread`: finish_run() may be called.
  void (*stop_host_code)(const FindingRecord& finding, bool is_main_thread) = nullptr;
};
/// For the library that is loaded next and for all runs, on this thread.
void limit_work(const WorkLimit& limit);
/// Units that the run has done since it began, or since a kernel of it was stopped.
std::int64_t work_done();

/// Starts a run: `lent` is device memory from now on. `library_base` is where the student's library is
/// mapped; program counters are reported relative to it.
void begin_run(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options);

/// Virtual time begins here: what the run did so far took none. (Not once something has been asked of the device.)
void begin_time();

/// Student code has returned to a caller that reads `read_next`, memory of the host, and expects that all is over.
/// Device memory that is still allocated is a mistake then, and so is an operation that may still write what is read.
/// `returned` is an error of the CUDA runtime that the code returned, 0 for none: the call that gave it is a finding.
void check_is_over(std::span<const std::span<const std::byte>> read_next, int returned);

/// Ends a run and returns what was seen. What student code allocated and did not free is there in the next run of the
/// same library, for code that keeps a buffer. After a fatal finding
/// (out-of-bounds, divergence …) the kernel was stopped there, as a device fault would stop it.
Evidence finish_run();

/// Before finish_run(), where there is no time to wait: ends the copies of RunOptions::other_orders.
void forget_other_orders();

/// True while a kernel runs; may be asked from a signal handler.
bool is_in_kernel();

/// In a kernel: the lowest address of the stack of the thread that runs. May be asked from a signal handler.
std::uintptr_t thread_stack();

/// In a handler of SIGFPE, SIGSEGV, SIGBUS or SIGILL that has a stack of its own: where a kernel's own code is to
/// blame, returns true, and the kernel ends with a finding once the handler has returned. Both arguments are the
/// handler's.
bool end_kernel_at_fault(const siginfo_t& info, void* context);

/// The CUDA error code the student's calls left behind (cudaGetLastError semantics), 0 for none, and its name.
int last_error();
/// The name of it: "cudaErrorInvalidValue".
const char* last_error_name();

}  // namespace simt

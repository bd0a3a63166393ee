// One run of the emulator: joins address map, threads, counters and findings. The callbacks and the CUDA runtime
// API of student code end here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/checks/checks.hpp"
#include "simt/core/access/call_targets.hpp"
#include "simt/core/access/memory_map.hpp"
#include "simt/core/access/sites.hpp"
#include "simt/core/access/traffic.hpp"
#include "simt/core/host_api/allocations.hpp"
#include "simt/core/host_api/cuda_objects.hpp"
#include "simt/core/host_api/errors.hpp"
#include "simt/core/launches.hpp"
#include "simt/core/reporter.hpp"
#include "simt/core/streams/streams.hpp"
#include "simt/core/threads/async_copies.hpp"
#include "simt/core/threads/block.hpp"
#include "simt/core/threads/counted_code.hpp"
#include "simt/core/threads/grid.hpp"
#include "simt/core/threads/numbers.hpp"
#include "simt/core/threads/other_orders.hpp"
#include "simt/core/threads/schedule.hpp"
#include "simt/emulator.hpp"
#include "simt/evidence.hpp"
#include "simt/include/simt/api.h"
#include "simt/include/simt/thread.h"

namespace simt::core {

/// An atomic or volatile access.
struct StrongAccess {
  Strength strength = Strength::load;
  memory::Scope scope = memory::Scope::device;
  std::uint8_t bytes = 0;
  bool is_aligned = true;  ///< the address must be a multiple of `bytes`
  bool is_volatile = false;
  const void* expected = nullptr;  ///< of a compare-and-swap: it only loads where the memory holds anything else
  Update update = update_unknown;  ///< of Strength::update
  bool is_combined = false;        ///< of Strength::update: one lane updates for all (simt/include/simt/thread.h)
  bool is_read = true;             ///< of Strength::update: something uses the old value
};

/// What __ldcs and the like say of an access.
enum class Hint : std::uint8_t { streaming, past_l1 };

/// An access with a cache hint.
struct Hinted {
  Access access = Access::load;
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  Hint hint = Hint::streaming;
  bool contains(Access how, std::uintptr_t at) const { return how == access && at - address < bytes; }
};

class Emulation final : private BlockEvents {
 public:
  Emulation(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options);
  ~Emulation() override;

  /// In a kernel: the lowest address of the running thread's stack.
  std::uintptr_t library_base() const { return reporter_.library_base(); }
  std::uintptr_t thread_stack() const { return block_.fibers().running_stack(); }

  /// What was seen. The run is over: student code that still runs is not watched.
  Evidence finish();
  /// Takes over what `earlier`, a run of the same library that is over, left allocated: student code may have kept the
  /// pointers.
  void adopt_allocations(Emulation& earlier);

  // What kernels do. `pc` is the instruction after the call.
  template <Access access, std::uint8_t bytes, bool is_aligned>
  void on_access(std::uintptr_t address, std::uintptr_t pc);
  void on_range(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc,
                std::size_t widest = widest_access);
  static constexpr std::size_t widest_access = 16;  // bytes
  /// Of memcpy(), memmove() and memset() called by name: nvcc moves single bytes where it knows no more than a pointer,
  /// however it is aligned. It knows how its own variables are aligned.
  std::size_t widest_of_a_call(std::uintptr_t address) const;
  /// One load of `bytes` bytes of which only those are used that have a bit in `used`, in parts of `part` bytes.
  void on_parts(std::uint8_t bytes, std::uint32_t used, std::uint8_t part, std::uintptr_t address, std::uintptr_t pc);
  /// An atomic or volatile access. Returns when the thread may carry it out, which is after other threads had a
  /// chance to go on: a thread that waits for a write does not keep that write from happening.
  void on_strong_access(const StrongAccess& access, std::uintptr_t address, std::uintptr_t pc);
  /// The access that follows has a cache hint, and so have all of its instruction: this is called before the
  /// instruction is known.
  void hint(const Hinted& access) { hinted_ = access; }
  /// Memory that other threads may wait for has changed.
  void note_change() { block_.note_change(); }
  /// Lets other threads go on, too: a thread may poll plain memory between fences until another thread has written it.
  void fence(memory::Scope scope, std::uintptr_t pc);
  void nap(std::uintptr_t pc) { block_.yield(pc); }
  /// Copies `bytes` bytes into shared memory; the last `zeros` of them are not read but set to 0.
  void copy_async(std::uintptr_t to, std::uintptr_t from, std::uint64_t bytes, std::uint64_t zeros, std::uintptr_t pc);
  void commit_copies() { async_copies_.commit(thread_number(block_.current_number())); }
  /// Completes the copies of all batches but the last `but_last`.
  void wait_for_copies(std::uint64_t but_last);
  /// A barrier in memory. None of these is an access that counts: hardware has instructions of their own for them.
  void init_barrier(std::uintptr_t address, std::uint32_t expected, std::uintptr_t pc);
  /// Arrives when the copies that the thread has issued are complete. Returns the phase that is to end; `drops`: the
  /// thread does not arrive in later phases.
  std::uint32_t arrive_at_barrier(std::uintptr_t address, std::uint32_t count, bool drops, memory::Scope scope,
                                  std::uintptr_t pc);
  /// Whether the phase is over, judged by the bits of `mask`; other threads go on before it is read.
  bool is_past_barrier(std::uintptr_t address, std::uint32_t phase, std::uint32_t mask, memory::Scope scope,
                       std::uintptr_t pc);
  /// A load by the read-only data cache.
  template <std::uint8_t bytes>
  void on_read_only_access(std::uintptr_t address, std::uintptr_t pc);
  /// The volatile store that follows writes a value that the thread made of what it had read there.
  void note_rewrite() { is_rewrite_next_ = true; }
  /// The volatile load that follows reads data: no thread decides by it.
  void note_data_load() { is_data_next_ = true; }
  /// The running thread would load or store at `offset` of a local variable of `all` bytes, which is outside of it.
  void leave_local(Access access, std::uint8_t bytes, std::int64_t offset, std::int64_t all, std::uintptr_t pc);
  /// Loads at `address` are for the bits around those that a thread stores there, until another address is named.
  void note_kept_bits(std::uintptr_t address) { checks_.uninitialized.note_kept_bits(address); }
  /// The volatile load that follows reads what a loop waits for.
  void note_awaited_flag() { is_awaited_next_ = true; }
  /// The fences that belong to an atomic operation with a memory order, before it and after it.
  void acquire(memory::Scope scope);
  void release(memory::Scope scope);
  /// Barriers that a branch may skip (simt/instrument/barriers.hpp).
  WaysAround& ways_around_barriers() { return block_.ways_around_barriers(); }
  WaysAround& ways_around_meetings() { return block_.ways_around_meetings(); }
  std::uint64_t sync_threads(std::uint64_t offered, std::uintptr_t pc) { return block_.wait_for_block(offered, pc); }
  void sync_warp(std::uint32_t mask, std::uintptr_t pc) {
    if (mask != with_self(mask)) report_mask(mask, pc);
    block_.wait_for_lanes(with_self(mask), pc);
  }
  std::uint32_t exchange(std::uint32_t mask, std::uint64_t value, Meeting purpose, std::uintptr_t pc) {
    if (mask != with_self(mask)) report_mask(mask, pc);
    return block_.exchange_with_lanes(with_self(mask), value, purpose, pc);
  }
  /// The running lane asks for the value of lane `from`, which is none of the lanes that `came` to the exchange.
  void miss_lane(std::uint32_t from, std::uint32_t came, std::uintptr_t pc);
  /// The running lane has now asked for that value, which is undefined.
  void receive_undefined(std::uint32_t from, std::uint32_t came, std::uintptr_t pc);
  /// The undefined value that the running thread has received last, or 0; what it sends next is made of one; it stores
  /// what is made of one.
  std::uint32_t undefined_received() const { return undefined_received_; }
  void send_undefined(std::uint32_t number) { block_.offer_undefined(number); }
  void store_undefined(std::uint32_t number, std::uintptr_t address, std::uintptr_t pc);
  std::uint64_t received_from(std::uint32_t lane) {
    undefined_received_ = block_.undefined_from(lane);
    return block_.received_from(lane);
  }
  std::uint32_t active_mask(std::uintptr_t pc) { return block_.wait_for_convergence(pc); }
  std::uint64_t clock();
  /// The device's heap. `heap_allocate` returns null when cudaLimitMallocHeapSize bytes are in use.
  void* heap_allocate(std::size_t bytes, std::uintptr_t pc);
  void heap_free(void* pointer, std::uintptr_t pc);
  /// __trap(), or the assertion `expression`, which does not hold: the kernel ends, and the device is lost.
  [[noreturn]] void trap(cudaError_t error, std::uintptr_t pc, std::string_view expression = {});
  /// A signal came of what the running thread did at `pc`; 0 where that is not known. The kernel ends.
  [[noreturn]] void end_at_fault(Detail what, int signal, std::uintptr_t pc);
  /// The running lane carries out arithmetic that its kernel reports at `pc`. Rounds below zero take nothing back.
  void compute(long long multiply_adds, std::uintptr_t pc);
  /// The running thread is about to access `bytes` at `address` in one request, which they must be aligned for.
  void check_alignment(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc);
  /// A word that reported arithmetic made.
  void note_result(std::uint32_t word) {
    has_results_ = true;
    if (is_sampled(word)) results_.insert(word);
  }
  void sync_grid(std::uintptr_t pc);
  bool can_sync_grid() const { return cooperating_blocks_ != 0; }
  std::uint32_t lane() const { return lane_; }
  /// The run has done as much as it may: ends the kernel at `pc`, 0 where that is not known.
  [[noreturn]] void stop_for_work(std::uintptr_t pc, Detail why = Detail::none);

  /// A round of loop or call `id` begins, which may be one that no lane was in before; `previous` is null in a first
  /// round. Returns it.
  Round* begin_new_round(Round* previous, std::uint32_t id);

  /// The running thread comes to `code` for the first time since it went on.
  void begin_code(CountedCode& code) {
    code_counts_.begin(code, simt_turn,
                       [this](const memory::CodeCost& cost, std::int64_t times) { traffic_.execute(cost, times); });
  }

  /// Student code calls a function by its address, or has it called; `argument` may be an address, or null. Nothing
  /// sees what functions of other libraries access: kernels may call none, and host code may pass no memory of the
  /// device to them. Graded code calls only those that it may use by their names.
  void on_call_by_address(std::uintptr_t function, std::uintptr_t argument, std::uintptr_t pc);
  /// Ends the kernel in which code calls this function of the host's; nothing in host code.
  void on_call_of_host(std::string_view name, std::uintptr_t pc);

  // What host code does.
  void on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
  void on_device_function(std::string_view name, std::uintptr_t pc);
  void launch(const LaunchShape& shape, const Kernel& kernel, std::uintptr_t pc);
  /// A thread of a kernel begins that may have `most` threads per block: larger ones are refused.
  void limit_block(unsigned most);
  /// `name` is for messages; managed memory is the host's too. `pc` is that of the call, for a leak's line; 0 when it
  /// has none.
  cudaError_t allocate(void** pointer, std::size_t bytes, Owner owner, std::string name, std::uintptr_t pc = 0);
  std::size_t free_device_bytes() const;
  /// cudaFree, which waits for all operations issued before.
  cudaError_t free(void* pointer, std::uintptr_t pc);
  cudaError_t release(void* pointer);
  /// cudaDeviceReset: frees all that student code allocated or pinned, and makes its handles invalid.
  cudaError_t reset_device(std::uintptr_t pc);
  /// Whether these bytes may be copied this way; if not, it is a finding, or an error that stays.
  cudaError_t check_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, std::uintptr_t pc);
  /// Whether RunOptions::data_path allows it; if not, it is a finding, and an error that stays.
  Refusal why_not_copied(const void* memory, std::size_t bytes, bool is_device, bool is_target) const;
  cudaError_t may_move(const void* to, const void* from, std::size_t bytes, std::uintptr_t pc);
  /// A copy within the device is traffic, too, where data_path is limited.
  void count_copy(const Footprint& footprint, std::uintptr_t pc);
  cudaError_t fill(void* to, int value, std::size_t bytes, std::uintptr_t pc);
  /// See simt/emulator.hpp.
  void check_is_over(std::span<const std::span<const std::byte>> read_next, cudaError_t returned);
  cudaError_t allow_dynamic_shared(const void* kernel, int bytes);
  /// Lets kernels use host memory. `owner` is Owner::host or Owner::registered.
  cudaError_t map_host(void* pointer, std::size_t bytes, Owner owner);
  /// Host code itself has moved so many bytes.
  void hold_host_for(std::size_t bytes);
  /// False when such memory does not start there.
  bool unmap_host(void* pointer, Owner owner);
  /// What is at an address.
  const MemoryMap& memory() const { return memory_; }
  const memory::Device& device() const { return options_.device; }
  /// The most dynamic shared memory that `kernel` may have; null: any kernel.
  std::size_t dynamic_limit(const void* kernel) const;
  /// cudaGetSymbolAddress: from now on the address of that __device__ or __constant__ variable means the device's, too.
  cudaError_t give_address(const void* symbol);
  /// A library's own variable is written from outside a kernel.
  void mark_written(const void* to, std::size_t bytes);
  /// After mark_written(to, bytes): they are those at `from`; `is_by_host`: within the host's memory.
  void note_copied(const void* to, const void* from, std::size_t bytes, bool is_by_host);
  /// Reports what the emulator does not support, and returns the error for it.
  cudaError_t refuse(const Refusal& what, std::uintptr_t pc);
  // What persists in the L2 cache.
  void set_aside(std::size_t bytes);
  std::size_t bytes_aside() const { return bytes_aside_; }
  void reset_persisting(std::uintptr_t pc);
  /// A kernel fetches from a texture object; host code destroys one.
  void note_fetch(std::uintptr_t texture) { checks_.stream_race.note_texture(texture); }
  void note_texel(const void* texel) { checks_.origins.on_fetch(reinterpret_cast<std::uintptr_t>(texel)); }
  void note_destroyed(std::uintptr_t texture, std::uintptr_t pc) {
    checks_.stream_race.on_texture_destroyed(texture, pc, streams_.host());
  }

  OtherOrders& other_orders() { return other_orders_; }

  // Streams.
  Streams& streams() { return streams_; }
  CudaObjects& objects() { return objects_; }
  const CudaObjects& objects() const { return objects_; }
  /// A function of the host that a stream calls is about to run, and has ended.
  void begin_host_function(std::uintptr_t frame) {
    host_function_frame_ = frame;
    checks_.stream_race.begin_host_function();
  }
  void note_host_synchronization() { checks_.stream_race.note_synchronization(); }
  /// Host code reads by an atomic or volatile access.
  void note_host_look(std::uintptr_t address, std::size_t bytes) {
    checks_.stream_race.on_host_look(address, bytes, streams_.host());
  }
  /// A fence for the whole system, in a kernel.
  void fence_for_host() { checks_.stream_race.note_fence_for_host(); }
  void end_host_function(const Operation& operation) { record(operation, checks_.stream_race.end_host_function()); }
  /// An operation has been carried out: when would that have been, and what does it race with?
  void record(const Operation& operation, Footprint footprint);

  /// Remembers `error` for cudaGetLastError and returns it; after a fatal error, every call returns that one.
  cudaError_t leave(cudaError_t error, const Refusal& why = {}) { return errors_.leave(error, reporter_, why); }
  /// A window is set by the call of student code that runs.
  void note_window() { window_pc_ = reporter_.calling_instruction(); }
  /// `event` is recorded by the call at `pc`.
  void note_record(cudaEvent_t event, std::uintptr_t pc) { recorded_at_[event] = pc; }
  struct EventTime {
    cudaEvent_t event;
    double seconds;
  };
  /// The call at `pc` asks for the time between two events.
  void note_event_time(std::uintptr_t pc, const EventTime& start, const EventTime& stop, bool is_reached);
  /// A time was asked for that is not known yet. In a run for a diagnosis that is worth telling.
  void note_not_ready();
  /// A program has read the time between two events.
  void note_duration(double start, double stop) { timed_moments_.insert({start, stop}); }
  cudaError_t last_error() const { return errors_.last(); }
  cudaError_t fatal_error() const { return errors_.fatal(); }
  cudaError_t take_last_error() { return errors_.take(); }

 private:
  // BlockEvents
  Round* first_round() override;
  void run_thread() override { kernel_->run_thread(kernel_); }
  void thread_goes_on(const Thread& thread) override;
  void lanes_met() override;
  void lanes_yielded(std::uint32_t yielded) override;
  std::uint32_t paused_lanes_met(std::uint32_t paused) override;
  void warp_barrier(int warp, std::uint32_t mask) override;
  void block_barrier() override;

  // Accesses.
  void on_rare_access(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc);
  bool is_of_own_stack(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc);
  Site& locate(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc);
  void complete_copies(std::uint64_t but_last, bool hands_over);
  Site& locate_strong(Access access, memory::Scope scope, std::uint8_t bytes, bool is_aligned, std::uintptr_t address,
                      std::uintptr_t pc);
  void let_others_draw(std::uintptr_t address);
  /// Before the running thread accesses `address` by the instruction of `site`, which stays valid.
  void let_others_go_on(const Site& site, std::uintptr_t address, std::uintptr_t pc);
  const Segment* used_before(std::uintptr_t pc);
  Site& resolve(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc);
  void note_static_shared(std::uintptr_t address, std::uintptr_t pc);
  void count(Site& site, std::uintptr_t address);
  bool count_as_expected(Site& site, std::uintptr_t address);
  void count_elsewhere(Site& site, std::uintptr_t address);
  /// To that of its warp's request, without what it costs.
  void add_to_row(Site& site, std::uintptr_t address);
  /// The running thread accesses its own local memory.
  void note_local(Site& site, std::uintptr_t address);
  [[noreturn]] void stop_thread(const FindingRecord& finding, cudaError_t error);
  [[noreturn]] void die(const FindingRecord& finding, cudaError_t error);

  // Threads.
  /// Counts the requests of rounds that the running warp's lanes have behind them: all of them when `frontier` is null,
  /// else those that a lane at that position of `frontier` has behind it.
  void count_rounds(const Round* frontier, Position position = Position::end);
  /// Those of `lanes` of the running warp that have the least behind them.
  struct LastLanes {
    const Round* round = nullptr;
    std::uint32_t lanes = 0;
  };
  LastLanes last_of(std::uint32_t lanes, Position position) const;
  void report_mask(std::uint32_t mask, std::uintptr_t pc);
  std::uint32_t with_self(std::uint32_t mask) const { return mask | 1u << (block_.current_number() % 32); }

  // Launches.
  void map_callable(const Kernel& kernel);
  void map_for_launch(std::uintptr_t base, std::size_t bytes);
  bool is_kernel_pointer(Access access, std::size_t bytes, std::uintptr_t address);
  memory::AccessWindow window_of(const LaunchShape& shape);
  void report_window(const memory::AccessWindow& window);
  void run_grid(const LaunchShape& shape);
  /// run_grid(), and copies of this process try the same launch in other orders.
  void run_in_all_orders(const LaunchShape& shape);
  void run_block(Grid& grid);
  void begin_block(const Indices& index);
  void wait_for_others(Grid& grid);
  void drop_copies();
  SuspendedBlock suspend_block();
  void resume_block(SuspendedBlock block);
  void begin_operation();
  void end_operation(const LaunchShape& shape, const Kernel& kernel, StreamNumber stream, std::uintptr_t pc);
  Work work_so_far();

  // Memory.
  void note_mapped(const Segment& segment, checks::Content content);
  const Segment& map_allocation(void* pointer);
  void unmap(std::uintptr_t base, Owner owner);
  void put_cause_first(Evidence& evidence) const;
  std::uint64_t library_offset(std::uintptr_t pc) const { return reporter_.library_offset(pc); }

  // Read at every access.
  std::uint64_t interval_ = 0;
  std::uint32_t lane_ = 0;
  std::uint32_t lane_bit_ = 1;

  RunOptions options_;
  Sites sites_;
  Traffic traffic_;
  Rounds rounds_;
  CodeCounts code_counts_;
  std::vector<Round*> lanes_rounds_;  // of the running warp
  AsyncCopies async_copies_;
  memory::LaunchShape occupancy_;                      // of the running launch, as far as is known
  std::map<const void*, std::size_t> dynamic_limits_;  // of kernels, in bytes, as cudaFuncSetAttribute raised them
  bool wants_to_resume_ = false;                       // a block has ended, for which others may have waited
  std::uint64_t clock_ = 0;
  // Of a cooperative launch; 0 blocks in any other.
  std::uint64_t cooperating_blocks_ = 0;
  std::uint64_t blocks_at_grid_barrier_ = 0;
  // Each keeps its stack until the launch is over.
  static constexpr std::size_t most_stuck_threads = 4096;
  std::size_t pinned_pieces_ = 0;  // of host memory, at a time
  // Threads that a mistake stopped and those that wait for them, in this launch; the launch ends when there are many.
  std::size_t stuck_threads_ = 0;
  bool is_launch_over_ = false;
  bool is_refused_ = false;           // by a thread of it: its blocks are too large for the kernel
  std::int64_t strong_accesses_ = 0;  // atomic and volatile ones to global memory
  // Of a launch: by word, the thread that was the last one to update it and use the old value; by block, how often it
  // let other blocks go on first.
  struct Draw {
    std::uint64_t thread = 0;
    std::int64_t moved = 0;  // sectors, by the thread's block so far
  };
  std::unordered_map<std::uintptr_t, Draw> last_draws_;
  std::unordered_map<std::uint32_t, int> ways_made_;
  std::int64_t local_bytes_ = 0;  // that threads access in their local memory
  std::uint64_t grid_barriers_ = 0;
  Schedule schedule_;
  OtherOrders other_orders_;
  struct {
    std::uint64_t exchange = 0;
    std::uint32_t lanes = 0;
  } missed_;  // the last exchange in which lanes asked for lanes that did not come
  // The first undefined value that each shuffle gave; values are numbered from 1.
  struct Undefined {
    std::uintptr_t pc = 0;
    std::uint32_t came = 0, from = 0;
  };
  std::vector<Undefined> undefined_;
  std::uint32_t undefined_received_ = 0;
  bool has_wrong_mask_ = false;  // undefined values may come of that, which is reported
  Block block_;
  const Kernel* kernel_ = nullptr;      // the running one
  std::uintptr_t launch_pc_ = 0;        // where it was launched
  std::vector<std::uintptr_t> mapped_;  // for the running launch alone
  std::vector<FindingRecord> windows_;  // of the first launches
  std::vector<FindingRecord> timings_;  // of the calls and events that come first
  std::map<cudaEvent_t, std::uintptr_t> recorded_at_;
  std::uintptr_t window_pc_ = 0;  // where an access-policy window was set last; 0: nowhere
  const Grid* grid_ = nullptr;    // of the running kernel
  Hinted hinted_;
  std::uintptr_t host_function_frame_ = 0;  // on the stack: what lies above belongs to its callers
  bool is_rewrite_next_ = false, is_data_next_ = false, is_awaited_next_ = false, is_read_only_next_ = false;
  std::uintptr_t called_first_ = 0;  // by its address in the launch that runs: the kernel, if it is launched so
  MemoryMap memory_;
  Allocations allocations_;
  Launches launches_;
  Reporter reporter_;
  CallTargets call_targets_{reporter_.library_base()};
  checks::Checks checks_;
  Errors errors_;
  cudaError_t returned_ = cudaSuccess;  // by the code, see check_is_over()
  bool is_finished_ = false;
  Streams streams_;
  CudaObjects objects_;
  std::size_t bytes_aside_ = 0;
  std::size_t heap_bytes_ = 0;  // of the device's heap, in use
  double multiply_adds_ = 0;    // of all kernels so far
  // Of the words that reported arithmetic made, those that are sampled.
  static bool is_sampled(std::uint32_t word) { return word * 0x9e3779b1U >> 26 == 0; }
  /// The share of what lent outputs hold that such arithmetic made; 1 where that is not known.
  double share_of_results() const;
  bool has_results_ = false;
  std::unordered_set<std::uint32_t> results_;
  std::set<double> timed_moments_;  // of events whose times were read, in seconds
  Work work_before_;
};

/// The current run, or the one that ended last; null before the first, and for a handler of a signal.
Emulation* current();
/// A handler of a signal runs, and nothing of what it does is seen.
extern bool is_away;
/// The same while one of its kernels runs, else null. All hot paths read this.
extern Emulation* in_kernel;

// Only what nearly every access does is here: anything else leaves by a tail call, so that no register is saved.
template <Access access, std::uint8_t bytes, bool is_aligned>
[[gnu::always_inline]] inline void Emulation::on_access(std::uintptr_t address, std::uintptr_t pc) {
  Site& site = *sites_.guess(pc);
  const bool is_quick = site.pc == pc && address - site.base < site.quick_room;
  const bool is_misaligned = is_aligned && address % bytes != 0;
  if (!is_quick || is_misaligned) [[unlikely]] {
    return on_rare_access(access, bytes, is_aligned, address, pc);
  }
  if (site.is_counted && !count_as_expected(site, address)) [[unlikely]]
    count_elsewhere(site, address);
}

// False, and nothing is counted, where the lane is not in the row in which it is expected.
[[gnu::always_inline]] inline bool Emulation::count_as_expected(Site& site, std::uintptr_t address) {
  Row* const row = site.interval == interval_ ? site.expected : site.rows.data();
  const std::uint32_t before = row->request.active;
  if (row->round != simt_round || (before & lane_bit_) != 0) [[unlikely]]
    return false;
  site.interval = interval_;
  site.expected = row + 1;
  row->request.address[lane_] = address;
  row->request.active = before | lane_bit_;
  return true;
}

// Which loads these are matters only where races are looked for.
template <std::uint8_t bytes>
[[gnu::always_inline]] inline void Emulation::on_read_only_access(std::uintptr_t address, std::uintptr_t pc) {
  if (!options_.find_races) return on_access<Access::load, bytes, true>(address, pc);
  is_read_only_next_ = true;
  on_access<Access::load, bytes, true>(address, pc);
  is_read_only_next_ = false;
}

}  // namespace simt::core

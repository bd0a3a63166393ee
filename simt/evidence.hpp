// What the emulator knows after a run, as plain records that may cross a process boundary byte for byte.
// Program counters are offsets into the student's library; lines are looked up later, by the program that has its
// debug information.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "simt/memory/bounds.hpp"
#include "simt/memory/level_bytes.hpp"
#include "simt/memory/missing.hpp"
#include "simt/memory/occupancy.hpp"

namespace simt {

/// The memory that an access is to.
enum class Space : std::uint8_t { global, shared, constant };

/// `atomic` is every read-modify-write, also one whose result is unused, and a compare-and-swap that fails. Nsight
/// Compute counts those in global memory as op_atom or, where the result is unused, op_red; those in shared memory as
/// smsp__inst_executed_op_shared_atom. Volatile accesses, and atomic loads and stores, are loads and stores.
enum class Access : std::uint8_t { load, store, atomic };

/// True for stores and atomic updates.
constexpr bool is_write(Access access) { return access != Access::load; }

/// The traffic of one load, store or atomic instruction, all warps of all launches together. A request is a warp's, or
/// where the device serves half a warp at a time, a half-warp's.
struct SiteTraffic {
  std::uint64_t pc = 0;                ///< offset of the instruction in the student's library
  Space space = Space::global;         ///< the memory
  Access access = Access::load;        ///< what is done there
  std::uint8_t bytes = 0;              ///< accessed by each lane
  std::int64_t requests = 0;           ///< instructions of a warp, or of half a warp
  std::int64_t sectors = 0;            ///< distinct 32-byte sectors, summed over requests (global)
  std::int64_t host_sectors = 0;       ///< those of them in the host's memory
  std::int64_t ideal_sectors = 0;      ///< ceil(active lanes × bytes ÷ 32), summed over requests (global)
  std::int64_t update_sectors = 0;     ///< of atomic updates, as memory/global.hpp says (global, no segments)
  std::int64_t wavefronts = 0;         ///< passes of shared memory, or of the constant cache (shared, constant)
  std::int64_t conflicts = 0;          ///< wavefronts that only banks, or different addresses, caused (likewise)
  std::int64_t narrow_wavefronts = 0;  ///< those of requests that serve few lanes with each wavefront (constant)
  std::int64_t narrow_lanes = 0;       ///< the lanes of those requests
  std::int64_t transactions = 0;       ///< segments of 32, 64 or 128 bytes (global, where the device moves those)
  std::int64_t transaction_bytes = 0;  ///< of them all
  memory::LevelBytes levels{};         ///< with RunOptions::model_caches (global)
  // The costliest request (most sectors, or most wavefronts), for a picture of it: where each lane went.
  std::int32_t worst = 0;                ///< its sectors or wavefronts
  std::uint32_t worst_lanes = 0;         ///< bit i: lane i took part
  std::uint64_t worst_address[32] = {};  ///< byte addresses; of the lanes in `worst_lanes`
};

/// The counters of SiteTraffic that add up over requests, instructions and launches.
inline constexpr std::array<std::int64_t SiteTraffic::*, 11> traffic_counters{
    &SiteTraffic::requests,      &SiteTraffic::sectors,           &SiteTraffic::host_sectors,
    &SiteTraffic::ideal_sectors, &SiteTraffic::update_sectors,    &SiteTraffic::wavefronts,
    &SiteTraffic::conflicts,     &SiteTraffic::narrow_wavefronts, &SiteTraffic::narrow_lanes,
    &SiteTraffic::transactions,  &SiteTraffic::transaction_bytes};
static_assert(offsetof(SiteTraffic, levels) - offsetof(SiteTraffic, requests) ==
                  traffic_counters.size() * sizeof(std::int64_t),
              "a counter is missing in the list");

/// Adds the counters and the bytes of caches; `sum` stays the traffic of its own instruction, with its own worst
/// request.
inline void add_traffic(SiteTraffic& sum, const SiteTraffic& more) {
  for (const auto counter : traffic_counters) sum.*counter += more.*counter;
  sum.levels += more.levels;
}

/// What is wrong, or worth a remark.
enum class FindingKind : std::uint8_t {
  out_of_bounds,         ///< address in no allocation
  write_to_input,        ///< store to memory the grader lent read-only
  shared_race,           ///< two threads, one shared word, at least one store, no barrier in between
  uninitialized_shared,  ///< load of a shared word this block never wrote
  barrier_divergence,    ///< threads of one block wait at different barriers, or went around one and ended
  host_dereference,      ///< host code touched device memory
  bad_launch,            ///< a launch the hardware would refuse
  unsupported,           ///< a use of CUDA that the emulator does not have, or that no GPU carries out
  misaligned,            ///< address not a multiple of the access's size, as after a cast to float4*
  deadlock,              ///< threads poll memory for a value that no thread will ever write
  uninitialized_global,  ///< load from device memory of which no byte was ever written; checked together with the races
  use_after_free,        ///< address in an allocation that was freed
  stream_race,           ///< two operations, one piece of memory, at least one writes it, nothing orders them
  host_race,             ///< host code touched pinned or managed memory that an operation may still be using
  global_race,           ///< two threads, one word of global memory, at least one store, nothing that orders them
  device_function,       ///< host code called a __device__ function
  failed_call,           ///< of the CUDA runtime; its error was still there at the end of the run
  out_of_work,           ///< a kernel, or host code, was stopped: it had done `numbers[0]` units (core/work_limit.hpp)
  leak,                  ///< device memory that the run allocated and did not free; mostly no mistake, see Detail
  data_to_host,          ///< device memory is brought to the host, where RunOptions::data_path does not allow it
  answer_by_copy,        ///< a copy writes to lent memory, likewise
  access_window,         ///< what a launch asked of the L2 cache's persisting lines; no mistake by itself
  event_time,            ///< the time between two events was asked for; no mistake by itself
  trapped,  ///< a kernel ended itself: by the assertion `name`, which does not hold, or by __trap(), without a name; or
            ///< a crash, see Detail
};

/// What is missing between the two sides of a race.
using memory::Missing;

/// What kind of memory a finding is about.
enum class Memory : std::uint8_t {
  none,                 ///< no memory, or memory in no allocation
  segment,              ///< an allocation or a __shared__ variable; `name` is "input 0", "shared tile"
  dynamic_shared,       ///< the dynamic shared memory of the launch; `segment_bytes` is what the launch gave
  variable,             ///< the __device__, __constant__ or __managed__ variable `name`
  freed,                ///< memory that was freed
  null_pointer,         ///< the first addresses, where nothing is
  host,                 ///< memory of the host that the device cannot address
  host_variable,        ///< the same: the host's variable `name`
  host_local,           ///< the same: a local variable of host code
  other_threads_local,  ///< a local variable of another thread
  unknown,              ///< far from all memory of the device
};

/// Why a launch is refused, what the emulator does not have, why threads wait without end, or why a race does no harm.
/// `numbers` are given in the order named here.
enum class Detail : std::uint8_t {
  none,
  // FindingKind::bad_launch
  empty_block,       ///< x, y, z
  block_extent,      ///< x, y, z: one of them is beyond its limit
  block_threads,     ///< threads per block
  empty_grid,        ///< x, y, z
  grid_extent,       ///< x, y, z: one of them is beyond its limit
  dynamic_bytes,     ///< dynamic shared memory asked for, the most that the kernel may have
  static_bytes,      ///< __shared__ variables, the most of them, the most of all shared memory
  shared_bytes,      ///< static and dynamic shared memory, the most that a block may have
  too_many_at_once,  ///< a cooperative launch of more blocks than can be resident
  launch_bounds,     ///< threads per block, the most that the kernel's __launch_bounds__ promises
  // FindingKind::deadlock
  no_writer,  ///< no thread is left that could write what is waited for; blocks in all, that wait, that have ended
  more_than_resident,  ///< blocks of the grid, blocks that can be resident
  // FindingKind::unsupported, of what the emulator does not have
  launch_by_kernel,  ///< of the kernel `name`
  launch_attribute,  ///< other than an access-policy window and cooperation
  special_array,     ///< layered, cube map or gather
  resource_view,
  mipmapped_array,
  texture_filter,   ///< linear filtering
  normalized_read,  ///< cudaReadModeNormalizedFloat
  srgb_texture,
  room_in_memory,  ///< an allocation's bytes, the bytes that the host has available
  border_color,    ///< other than zero
  // FindingKind::unsupported, of what no GPU does either
  grid_sync,           ///< in a kernel that was not launched cooperatively
  async_copy_bytes,    ///< bytes
  async_copy_target,   ///< not shared memory
  device_reset,        ///< cudaDeviceReset while memory belongs to the caller
  host_call,           ///< a kernel calls the function `name`, which host code alone can call
  call_within,         ///< an address is called at which no function begins
  call_elsewhere,      ///< host code calls by its address a function that the program does not name
  no_texture,          ///< a fetch through a handle that is not a texture object
  texture_type,        ///< a fetch of a type other than the texture's
  fetch_from_array,    ///< tex1Dfetch from a texture that is not of linear memory
  fetch_from_linear,   ///< tex1D, tex2D or tex3D from a texture of linear memory
  texture_dimensions,  ///< a fetch whose number of coordinates is not the texture's
  // FindingKind::uninitialized_global
  nothing_written,  ///< of all of that memory
  // FindingKind::stream_race
  other_place,  ///< the operation before it in its own stream wrote from another byte of that memory on: that byte
  // FindingKind::out_of_work
  no_way_out,  ///< the limit was not reached: the thread is in a loop that nothing ends
  no_step,     ///< nor here: what a loop adds to its counter in each round is 0, or less
  // FindingKind::trapped
  crash,           ///< no trap: a signal ended the launch, of which no more is known; the number of the signal
  division,        ///< no trap: whole numbers are divided by 0, or the smallest one by -1
  no_function,     ///< no trap: a call of an address at which no code is
  stack_overflow,  ///< no trap: of a thread
  // FindingKind::host_race
  texture_in_use,     ///< a texture object is destroyed that a kernel may still fetch from
  persisting_in_use,  ///< lines of the L2 cache are reset that a kernel may still make persist
  caller_reads,       ///< by the function's caller, once it has returned; `pc` is that of the operation
  // FindingKind::leak
  must_be_freed,  ///< by the time that the function returns: a mistake, and no remark
  // FindingKind::event_time: nanoseconds from the beginning to the first event and to the second one, where both have
  // happened. `other_pc` and `launch_pc` are those of the calls that recorded the two.
  event_not_reached,
  // FindingKind::access_window; of them all: bytes, 1000 × hitRatio, bytes set aside
  no_window,
  window_elsewhere,         ///< on another stream
  window_does_not_persist,  ///< its hits are normal or streaming
  // FindingKind::shared_race and global_race: what works all the same
  same_value,      ///< both threads store one constant; its bytes, in two numbers
  first_read,      ///< a plain read whose value atomicCAS then compares
  same_store,      ///< no such: a third thread, of another warp, stores there by the same instruction as the first one
  in_order,        ///< only the reader's fence is missing, and shared memory is read in the order of the program
  copy_in_flight,  ///< no such: the other access is that of an asynchronous copy which is not complete yet
  // FindingKind::failed_call
  copy_past_target,       ///< bytes copied, bytes from there to the end of the memory that is written
  copy_past_source,       ///< bytes copied, bytes from there to the end of the memory that is read
  copy_to_host_memory,    ///< the copy's direction says that the target is the device's, and it is the host's
  copy_to_device_memory,  ///< the other way round
  copy_from_host_memory,  ///< the same of the source
  copy_from_device_memory,
  copy_to_freed,  ///< what the copy writes to was freed
  copy_from_freed,
  row_past_pitch,    ///< bytes of a row, of the pitch
  box_past_slice,    ///< the last row of a box, rows of a slice
  past_symbol,       ///< bytes copied
  side_not_one,      ///< a side of a 3D copy is neither an array nor pitched memory, or both
  no_such_value,     ///< a field of a description has a value that it cannot have; the value, the DescriptionField
  copy_past_array,   ///< bytes of a row up to the copy's end, rows likewise, bytes of an element
  window_too_large,  ///< bytes asked for, the most
  limit_too_large,   ///< the same, of what is set aside
  window_ratio,      ///< 1000 × hitRatio; the least number: hitRatio is no number
  window_property,   ///< 0: hitProp, 1: missProp
  frees_registered,  ///< memory that was registered, and not allocated
  frees_unpinned,    ///< memory that no call has pinned
  flags_not_zero,    ///< flags that are reserved: they were
  frees_freed,       ///< memory that was freed before
  frees_lent,        ///< memory of the caller
  event_unknown,     ///< a time is asked for: of its two events that is none, 0 or 1
  event_no_record,   ///< the same of one that was never recorded
  event_no_time,     ///< the same of one that was made without timing
  // FindingKind::barrier_divergence
  not_in_mask,       ///< a lane calls a function of its warp with a mask without itself; the mask, the lane
  lane_not_there,    ///< all lanes that came to a shuffle ask for lanes that did not; those that came, the lane
  stores_undefined,  ///< a store at `other_pc` of what a shuffle gave for a lane that did not come; as lane_not_there
};

/// What Detail::no_such_value is about: a field of a structure, or flags.
enum class DescriptionField : std::uint8_t {
  address_mode,
  filter_mode,
  read_mode,
  srgb,
  resource_type,
  view_format,
  array_flags,
  launch_attribute,
};

/// Three numbers, as those of a thread in its block, or of a block in its grid.
struct Index3 {
  /// In the order of CUDA's x, y and z.
  std::uint32_t x = 0, y = 0, z = 0;
};

/// One finding, as facts; findings/words.hpp makes sentences of them. Repeated ones (same kind and pc, for a race of
/// any kind the same two pcs) are reported once, with a count.
struct FindingRecord {
  FindingKind kind = FindingKind::out_of_bounds;  ///< what is wrong
  Access access = Access::load;                   ///< what was done
  Space space = Space::global;                    ///< where
  std::uint8_t bytes = 0;                         ///< of the access; 0 when it has no size
  std::uint64_t pc = 0;                           ///< of the access or call; 0 when it has no instruction
  std::uint64_t other_pc = 0;                     ///< the other side of a race; 0 when there is none
  Index3 block, thread;                           ///< that made the access
  Index3 other_block, other_thread;               ///< the other side of a race; bad_launch: the grid is `other_block`
  Missing missing = Missing::barrier;             ///< of a race in shared or global memory
  bool in_one_warp = false;                       ///< a race among lanes of one warp only, or a meeting of lanes
  bool other_stores = false;                      ///< a race whose other side is a store, or one as well
  bool is_taken = false;                          ///< failed_call: the program itself has taken the error away
  Memory memory = Memory::none;                   ///< what the access touched
  Detail detail = Detail::none;                   ///< bad_launch, unsupported, deadlock, shared_race, global_race
  /// out_of_bounds: bytes past the end (positive) or before the start (negative) of the segment; 0 when it is near no
  /// segment. leak: bytes in all. deadlock: what the variable `name` holds that is waited for; `bytes` is 0 where none
  /// is known.
  std::int64_t distance = 0;
  std::int64_t offset = 0;           ///< of the access, in bytes from the segment's start; where a segment is known
  std::int64_t segment_bytes = 0;    ///< of that segment
  std::int64_t count = 1;            ///< how often it was seen
  std::uint32_t launch = 0;          ///< the first launch that it was seen in, counted from 1; 0 outside of launches
  std::uint64_t launch_pc = 0;       ///< of that launch; 0 outside of launches
  Index3 launch_grid, launch_block;  ///< its blocks, and the threads of one
  /// Of `detail`. uninitialized_shared: threads of the block that have ended, such as `other_thread`; words of that
  /// memory that the block has stored, one of them at `other_pc`; the last of these words.
  std::int64_t numbers[3] = {};
  char kernel[64] = {};  ///< as launched, "transpose_kernel<32>"; stream_race: the operation, "cudaMemcpyAsync"
  /// Of the memory, "output 0"; or of the function called (device_function, host_call), of the error (failed_call), or
  /// of the kernel in `detail`; or the expression of an assertion (trapped).
  char name[96] = {};

  /// What the program uses is right on a GPU, and the emulator does not have it: no mistake of the program.
  bool is_missing_feature() const {
    return kind == FindingKind::unsupported && detail >= Detail::launch_by_kernel && detail <= Detail::border_color;
  }
  /// No mistake in what is computed.
  bool is_remark() const {
    return (kind == FindingKind::leak && detail != Detail::must_be_freed) || detail == Detail::same_value ||
           detail == Detail::first_read || detail == Detail::in_order;
  }
  /// The address is one of the host, and the device cannot use it.
  bool is_of_host() const {
    return memory == Memory::host || memory == Memory::host_variable || memory == Memory::host_local;
  }
  /// The access is to dynamic shared memory and the launch gives none.
  bool lacks_dynamic_shared() const { return memory == Memory::dynamic_shared && segment_bytes == 0; }
};

/// What the host may ask of the device; core/streams/streams.hpp says how long each takes.
enum class OperationKind : std::uint8_t { kernel, copy_to_device, copy_to_host, copy_on_device, fill, host_function };

/// What an operation waited for last, while nothing kept the hardware that it runs on busy.
enum class Wait : std::uint8_t {
  nothing,         ///< it began as soon as the host had asked for it
  own_stream,      ///< the operation before it in its stream
  hardware,        ///< an operation of another stream, on the same hardware
  default_stream,  ///< the default stream waits for all blocking streams, and they for it
  event,           ///< cudaStreamWaitEvent
  synchronized,    ///< the host waited (cudaStreamSynchronize …) before it asked for this operation
  pageable_copy,   ///< the host was held by a copy of pageable memory
  blocking_copy,   ///< the host was held by a copy that is not asynchronous
};

/// More operations than these are timed but not kept.
inline constexpr std::size_t most_operations = 1024;

/// One operation of one stream, in virtual time.
struct OperationRecord {
  OperationKind kind = OperationKind::kernel;  ///< what it is
  Wait wait = Wait::nothing;                   ///< what it waited for last
  bool is_pageable = false;                    ///< a copy whose host memory is not pinned
  std::uint32_t stream = 0;   ///< 0 is the default stream; the others are counted in the order of their first use
  std::uint64_t pc = 0;       ///< of the call
  std::uint64_t wait_pc = 0;  ///< of the call that it waited for; 0 when it has none
  std::int64_t bytes = 0;     ///< copied or filled, or moved by the kernel as far as that was counted
  double start = 0, end = 0;  ///< seconds since the run began
  double work = 0;      ///< seconds that a kernel would take with all multiprocessors and no wait for the host's memory
  double idle = 0;      ///< seconds that its hardware had nothing to do before it, once there had been something
  char label[48] = {};  ///< "transpose_kernel<32>", "cudaMemcpyAsync"
};

/// What one instruction of a thread loaded before the thread stored a watched word.
struct LoadedWords {
  std::uint64_t pc = 0;          ///< of the load
  std::uint8_t bytes = 0;        ///< of each load
  Memory memory = Memory::none;  ///< what was loaded from, with its name:
  char name[40] = {};            ///< "A", "shared array tile"
  std::int64_t count = 0;        ///< how often
  std::int64_t first = 0;        ///< the first load's place in that memory, counted in units of `bytes`
  std::int64_t last = 0;         ///< the last load's
  std::uint64_t stored_pc = 0;   ///< where this launch had stored the first of these words; 0: it had not
  Index3 stored_by;              ///< the thread, of the same block where the memory is shared
};

/// What one record of the history is about.
enum class HistoryKind : std::uint8_t {
  word,    ///< a watched word: who stored it, and from which loads
  stores,  ///< an instruction that stores to memory of RunOptions::watched
  launch,  ///< a launch: how many of its threads stored to such memory, and how many ended before a barrier
  // Of the block that stored a watched word last:
  block_loads,   ///< a run of words that it loaded from one memory other than shared memory
  block_stores,  ///< a run of words of the watched memory that it stored to
  unread,        ///< words of a shared array that it stored, or of a constant one that exist, and never loaded
  stale,         ///< constant memory that it loaded, although no call of the run had written there
  // Of the whole run:
  forgotten,          ///< words of a __device__ variable that kernels stored and none loaded; fields as for `unread`
  last_words_unread,  ///< the last words of memory that was lent, where kernels loaded all others; fields as for
                      ///< `unread`; pc: of the load that came nearest to them
};

/// What the emulator remembers of a run with RunOptions::watched.
struct HistoryRecord {
  HistoryKind kind = HistoryKind::word;  ///< what it is about
  std::uint32_t watched = 0;   ///< word, and kinds of its block: which one, as an index of RunOptions::watched
  std::uint32_t launch = 0;    ///< counted from 1; word: of the last store; 0: none; stores: 0: by a call of the host
  std::uint64_t pc = 0;        ///< word: of the last store, 0: none; stores: of the instruction; launch: of the launch
  Index3 block, thread;        ///< word: that stored it last; launch: that ended before a barrier
  std::int64_t count = 0;      ///< word, stores: stores in all; launch: threads that stored to watched memory
  std::uint64_t other_pc = 0;  ///< word: of the last store by another thread; launch: the barrier of `ended`
  /// word: that thread. launch: `other_block` is the first block that stored nothing, where some did.
  Index3 other_block, other_thread;
  std::int64_t first = 0, last = 0;  ///< stores: the lowest and the highest element, of `bytes` each
  std::uint8_t bytes = 0;            ///< word, stores: of a store; word with `launch` 0: of the word, by a host call
  char name[40] = {};                ///< stores: of the memory
  Index3 grid, block_size;           ///< launch
  std::int64_t threads = 0;          ///< launch: in all
  std::int64_t most_stores = 0;      ///< launch: of one thread, to watched memory
  std::int64_t storing_blocks = 0;   ///< launch: blocks with a thread that stored to watched memory
  std::int64_t idle_blocks = 0;      ///< launch: the other ones
  std::int64_t last_thread = 0;      ///< launch: the highest number in its block of a thread that stored there
  std::int64_t stores = 0;           ///< launch: to any global memory
  /// stores: to elements that another block had stored to in the same launch, such as element `repeated_at`, stored by
  /// `other_block` first and by `block` then
  std::int64_t repeated = 0;
  std::int64_t repeated_at = 0;        ///< see `repeated`
  std::int64_t repeated_in_block = 0;  ///< the same of another thread of its own block
  /// block_loads, block_stores: so many runs, each as long as `first` to `last` and `distance` words after the one
  /// before
  std::int64_t runs = 1;
  std::int64_t distance = 0;  ///< in words; see `runs`
  std::int64_t lost = 0;      ///< stores: overwritten by a later launch before any thread had read them
  std::int64_t total = 0;     ///< unread: words of which `count` were never loaded
  std::int64_t ended = 0;     ///< launch: threads that had ended when others of their block met at a barrier
  /// launch: bytes from each store of a thread to watched memory to its next one; 0 where they differ, or none stored
  /// twice
  std::int64_t step = 0;
  std::uint32_t loads = 0;  ///< word: how many of `loaded` are used
  LoadedWords loaded[8];    ///< word: the last ones, in the order of their first load
};

static_assert(std::is_trivially_copyable_v<HistoryRecord>);
static_assert(std::is_trivially_copyable_v<SiteTraffic> && std::is_trivially_copyable_v<FindingRecord> &&
              std::is_trivially_copyable_v<OperationRecord>);

/// One launch that was carried out, in the order of the host's calls. Findings name it by its number, from 1; in
/// Evidence::operations it is the kernel of that number, as far as those are kept.
struct LaunchRecord {
  std::string kernel;  ///< as the source spells it: "transpose<float, 32>"
  /// How many blocks, and how many threads in each.
  Index3 grid, block;
  std::uint64_t pc = 0;              ///< of the launch, as an offset into the library
  std::int64_t dynamic_shared = 0;   ///< bytes, as the launch asks for them
  std::uint32_t stream = 0;          ///< as in OperationRecord
  bool is_cooperative = false;       ///< launched by cudaLaunchCooperativeKernel
  std::vector<SiteTraffic> traffic;  ///< by site, without `levels` and without the costliest request
};

/// What was found in another order of threads than that of RunOptions::schedule.
struct FindingInOrder {
  FindingRecord finding;       ///< what goes wrong
  std::uint64_t schedule = 0;  ///< in which it was found; RunOptions::schedule
};

/// Launches that were not tried in RunOptions::other_orders, although they were the first of their kernel.
struct UntriedLaunches {
  std::int64_t with_threads = 0;        ///< while the host had several threads: a copy has only one of them
  std::int64_t with_shared_memory = 0;  ///< while the program shared memory with other processes
};

/// A call that reports arithmetic in kernels.
struct ArithmeticSite {
  std::uint64_t pc = 0;  ///< offset of the call in the student's library; 0: there is none
  double lanes = 0;      ///< that take part there, of the 32 of a warp, on average; the others wait
};
/// Those where warps carry out most, the first ones first.
using BusiestArithmetic = std::array<ArithmeticSite, 4>;

/// All that the emulator has seen of one run.
struct Evidence {
  std::vector<SiteTraffic> traffic;     ///< one for each instruction and kind of memory; with RunOptions::count_traffic
  std::vector<FindingRecord> findings;  ///< in the order in which they were first seen
  double partition_camping = 0;         ///< memory/partitions.hpp; 0 when nothing was stored
  double busiest_block = 0;             ///< memory/busiest_block.hpp; 0 when nothing was moved
  double kept_by_blocks = 0;            ///< memory/global_races.hpp, with RunOptions::find_races
  double around_launches = 0;           ///< checks/origins.hpp, as the next two, with RunOptions::find_origins
  double past_textures = 0;             ///< the share of the bytes that kernels load by no texture
  std::int64_t host_written = 0;        ///< bytes of RunOptions::host_outputs that host code writes by itself
  std::int64_t strong_accesses = 0;     ///< atomic and volatile ones of kernels' threads to global memory
  std::int64_t local_bytes = 0;         ///< that kernels' threads access in local memory
  std::int64_t local_wavefronts = 0;    ///< of it and of arguments, where lanes want different places, or are few
  /// Of the arithmetic that kernels report, as far as outputs hold its results: what warps carry out, for 32 lanes
  /// each, whether these take part or wait. With RunOptions::count_traffic.
  double issued_multiply_adds = 0;
  BusiestArithmetic busiest_arithmetic = {};     ///< likewise
  double estimated_seconds = 0;                  ///< memory/estimate.hpp; 0 where it says nothing about the device
  std::int64_t persisting_bytes = 0;             ///< of the second-level cache, with RunOptions::model_caches
  std::vector<OperationRecord> operations = {};  ///< as the host asked for them; the first `most_operations`
  std::vector<LaunchRecord> launches = {};  ///< with RunOptions::by_launch; the first so many, see core/launches.hpp
  std::uint32_t launch_count = 0;           ///< of launches carried out, kept or not
  memory::LaunchShape last_launch = {.threads_per_block = 0};  ///< of those; no threads where there was none
  /// How many of these the program has timed with events: copies to the device, kernels, copies to the host. All of
  /// them lie between two events that have only them between each other, and cudaEventElapsedTime read both events.
  std::uint32_t timed_stages = 0;
  std::uint32_t host_waits = 0;             ///< how often the host waited for operations and then asked for another one
  std::vector<FindingRecord> windows = {};  ///< of kind access_window, with RunOptions::model_caches; no mistakes
  std::vector<FindingRecord> refused = {};  ///< failed_call with is_taken: the first one; no mistake by itself
  std::vector<FindingRecord> timings = {};  ///< of kind event_time, the last ones of each call; no mistakes
  std::vector<HistoryRecord> history = {};  ///< with RunOptions::watched
  std::vector<memory::Work> work = {};      ///< with RunOptions::gather_work or only_grids
  /// With RunOptions::other_orders: of launches in which nothing was found otherwise.
  std::vector<FindingInOrder> in_other_orders = {};
  UntriedLaunches untried = {};  ///< with RunOptions::other_orders
};

}  // namespace simt

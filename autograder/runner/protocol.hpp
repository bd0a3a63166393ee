// The messages between grader and runner, over one SOCK_SEQPACKET socket: fixed records, one a packet,
// so that a malformed one is known by its size. The runner holds student code: the grader believes
// nothing of a reply that it can measure or check itself, and answers a reply without the token of its
// request with a verdict.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "course/operation.hpp"
#include "simt/simt.hpp"

namespace runner {

/// The most buffers that one call of a part has.
inline constexpr int max_buffers_per_launch = 8;
/// The most calls in one request.
inline constexpr int max_launches = 16;
/// The most scalar arguments that a part has.
inline constexpr int max_scalars = 8;
/// The runner finds its end of the socket here; stdin is /dev/null, stdout and stderr are the grader's pipe.
inline constexpr int socket_fd = 3;

/// What the runner is to do.
enum class Command : std::uint32_t {
  map,    ///< take `region` as the memory lent at its place from now on
  run,    ///< call a part `launches` times, each on its own buffers
  unmap,  ///< give all lent memory back
  load,   ///< load `library`, once: until then the process holds no student code
};

/// The grader sends this signal to a runner that is late, to hear what it is doing before it ends it.
inline constexpr int where_signal = 10;  // SIGUSR1

/// A runner whose stack has overflowed ends by this signal.
inline constexpr int overflow_signal = 16;  // SIGSTKFLT

/// How the memory behind a region is reached.
enum class Lending : std::uint32_t {
  device_ipc,   ///< device memory, by the CUDA IPC handle in the request
  host_shared,  ///< a memfd that comes with the packet (SCM_RIGHTS): the emulator's device memory
  host_staged,  ///< the same, but copied to and from device memory of the runner's own around each run
};

/// Memory that the grader lends, in one place.
struct Region {
  course::Place place = course::Place::device;  ///< of host memory, lending is always host_shared
  Lending lending = Lending::host_shared;       ///< how it is reached
  std::int64_t bytes = 0;                       ///< its size
  std::array<unsigned char, 64> ipc_handle{};   ///< a cudaIpcMemHandle_t
};

/// Where one buffer is.
struct BufferRange {
  course::Place place = course::Place::device;  ///< in which region
  std::int64_t offset = 0;                      ///< bytes from the start of its place's region
  std::int64_t elements = 0;                    ///< floats
};

/// A 32-bit element of a lent buffer.
struct WatchedElement {
  std::int32_t buffer = 0;   ///< its number, as in RunRequest::buffers
  std::int64_t element = 0;  ///< its index in the buffer
};
/// The most elements whose stores one run reports.
inline constexpr int max_watched = simt::most_watched;

/// The most kernels whose registers one request names; of more, those that have the fewest are left out.
inline constexpr int max_registers = 64;

/// What a `run` calls, on which memory, and what is to be seen of it.
struct RunRequest {
  char entry[64] = {};  ///< the C symbol to call
  char part[16] = {};   ///< "3.2"
  char lab[16] = {};    ///< "lab3"
  char pin[64] = {};    ///< functions that get the host memory before the first and after the last call; may be empty
  char unpin[64] = {};  ///< see `pin`
  course::Clock clock = course::Clock::device;  ///< whose time the reply tells
  std::uint32_t leaves_no_trace = 0;            ///< the reply is to say what the call has left: Reply::left
  std::uint32_t owns_memory = 0;                ///< its memory has to be freed, and its work over, when a call returns
  course::Size size;                            ///< the size that is passed to `entry`
  std::int64_t work = 0;                        ///< emulator only: what all launches may do; a variant, for itself
  std::int32_t launches = 0;                    ///< 0 is an empty batch: everything but the launches
  std::int32_t input_count = 0;                 ///< buffers of one call that are inputs
  std::int32_t output_count = 0;                ///< buffers of one call that are outputs
  std::int32_t scratch_count = 0;               ///< buffers of one call that are scratch
  std::uint32_t is_timed = 0;                   ///< nothing but the launches, please: the clock runs
  std::uint32_t count_traffic = 0;              ///< emulator only
  std::uint32_t model_caches = 0;               ///< emulator only, with count_traffic
  std::uint32_t find_races = 0;                 ///< emulator only
  std::uint32_t find_origins = 0;               ///< emulator only
  std::uint32_t tries_variants = 0;  ///< emulator only: each launch is that of the next variant, from `variant` on
  std::uint32_t begins_anew = 0;     ///< emulator only: the library's variables are as they were when it was loaded
  double predict_times = 0;   ///< emulator only, with model_caches: how many times the work `predict_size` is; 0: off
  course::Size predict_size;  ///< of the call whose time is predicted
  /// Emulator only: predict anew what the call before, which was counted, would take: the function is called with
  /// `predict_size` to see what it launches. Its kernels do not run, and what else it does to the lent memory, or to
  /// its own, is wrong from then on.
  std::uint32_t only_grids = 0;
  std::int32_t register_count = 0;                         ///< how many of the next are there
  simt::memory::KernelRegisters registers[max_registers];  ///< emulator only: of the kernels that nvcc made
  simt::DataPath data_path = simt::DataPath::anywhere;     ///< emulator only
  simt::memory::Device device;                             ///< emulator only: whose rules the counters follow
  std::uint64_t schedule = 0;                              ///< emulator only: of its threads; 0 is the usual one
  std::uint32_t begins_any_block = 0;                      ///< emulator only: simt::RunOptions::begins_any_block
  std::int32_t watched_count = 0;                          ///< emulator only: elements of the first launch's buffers
  std::int32_t variant = 0;             ///< emulator only: of a library with variants (translate/variants.hpp)
  std::int32_t most_blocks = 0;         ///< emulator only: a grid along x has no more than these; 0: as asked for
  WatchedElement watched[max_watched];  ///< whose stores the reply is to tell
  std::int32_t scalar_count = 0;        ///< scalar arguments of one call
  float scalars[max_launches][max_scalars] = {};  ///< for each launch, in the order of the arguments
  /// [launch][inputs first, then outputs, then scratch]
  BufferRange buffers[max_launches][max_buffers_per_launch];
};

/// One packet from the grader to a runner.
struct RunnerRequest {
  std::uint64_t token = 0;         ///< random; the reply must carry it
  Command command = Command::run;  ///< what to do
  Region region;                   ///< of `map`
  RunRequest run;                  ///< of `run`
  char library[4096] = {};         ///< a file, as the runner sees it
};

/// How a request ended.
enum class Status : std::uint32_t {
  ok,
  not_defined,    ///< the library has no such symbol
  device_error,   ///< a CUDA call or the kernel failed; `message` has the runtime's name and words for it
  bad_library,    ///< the library could not be loaded; `message` has the loader's words
  bad_request,    ///< a bug in the grader
  out_of_work,    ///< host code was ended: it had done as much as it may. Only in the emulator; a finding says where
  still_running,  ///< the answer to `where_signal`: `phase` says what has not ended
};

/// What a runner is doing.
enum class Phase : std::uint32_t {
  idle,
  host_code,
  kernel,
  host_code_or_kernel,  ///< host code that may be waiting for a kernel; the runner cannot tell the two apart
};

/// What Reply::message holds for each launch, where variants were tried: how it went, as far as the runner sees.
enum class Tried : char { clean = '+', failed = '-', refused = '0', out_of_work = '>' };

/// What a call left behind: changes of the L2 cache, or memory.
enum Left : std::uint32_t {
  left_window = 1,  ///< an access-policy window of a default stream
  left_limit = 2,   ///< how much is set aside
  left_lines = 4,   ///< lines that persist; only the emulator can see them
  left_memory = 8,  ///< device memory, where a GPU has less of it than before; the emulator has a finding with its line
};

/// The answer to one request.
struct Reply {
  std::uint64_t token = 0;         ///< that of the request
  Status status = Status::ok;      ///< how it ended
  std::uint32_t timed_stages = 0;  ///< emulator only: simt::Evidence::timed_stages
  std::uint32_t host_waits = 0;    ///< emulator only: simt::Evidence::host_waits
  double event_seconds = 0;        ///< by the part's clock (course::Clock), all launches together
  std::uint32_t refused = 0;       ///< course::Arguments::refused, of the first launch that set it
  std::uint32_t left = 0;          ///< bits of Left, where the part must leave nothing behind
  std::int64_t work = 0;           ///< emulator only: what all launches have done, as RunRequest::work counts it
  /// Emulator only, with count_traffic: the share of time that partitions waited, 1 and more.
  double partition_camping = 0;
  double busiest_block = 0;           ///< likewise: the share of the traffic that one block moves
  double kept_by_blocks = 0;          ///< with find_races, too: the share of what is stored that no other block loads
  double around_launches = 0;         ///< with find_origins, as the next two: what simt::Evidence has under these names
  double past_textures = 0;           ///< likewise
  std::int64_t host_written = 0;      ///< likewise
  std::int64_t strong_accesses = 0;   ///< emulator only: simt::Evidence::strong_accesses
  std::int64_t local_bytes = 0;       ///< emulator only: that threads access in local memory
  std::int64_t local_wavefronts = 0;  ///< emulator only: of local memory and arguments, as simt::Evidence has it
  double issued_multiply_adds = 0;    ///< emulator only, with count_traffic: simt::Evidence::issued_multiply_adds
  simt::BusiestArithmetic busiest_arithmetic;                        ///< likewise: simt::Evidence::busiest_arithmetic
  simt::memory::LaunchShape last_launch = {.threads_per_block = 0};  ///< emulator only: simt::Evidence::last_launch
  /// Emulator only, with count_traffic: seconds on a device without caches; 0: not known.
  double estimated_seconds = 0;
  simt::memory::Prediction prediction;  ///< all zeros where there is none
  std::uint32_t records = 0;            ///< packets of Record that follow
  Phase phase = Phase::idle;            ///< with Status::still_running
  char message[256] = {};               ///< ends in 0; what it says depends on `status`
};

/// Which member of a Record is set.
enum class RecordKind : std::uint32_t { traffic, finding, operation, history };

/// One piece of the emulator's evidence: the member that `kind` says.
struct Record {
  std::uint64_t token = 0;                ///< that of the request
  RecordKind kind = RecordKind::traffic;  ///< which of the members below
  simt::SiteTraffic traffic;              ///< of one instruction
  simt::FindingRecord finding;            ///< one finding
  simt::OperationRecord operation;        ///< one operation of a stream
  simt::HistoryRecord history;            ///< what is remembered of a watched word or a launch
};

/// More evidence than this in one run is not sent.
inline constexpr std::uint32_t max_records = 4096;

static_assert(std::is_trivially_copyable_v<RunnerRequest> && std::is_trivially_copyable_v<Reply> &&
              std::is_trivially_copyable_v<Record>);

/// The first packet that a runner sends, unasked: status ok when it is ready. There is no student code in it then.
using Hello = Reply;
/// The token of a Hello.
inline constexpr std::uint64_t ready_token = 0;

}  // namespace runner

// The grader's end of a runner: starts it, sends a request, waits for the reply within the limits, and says
// in the student's terms how it went. Believes the runner nothing it can see for itself.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/patience.hpp"
#include "course/rules.hpp"
#include "runner/protocol.hpp"
#include "support/files/cached.hpp"
#include "support/process/child.hpp"
#include "support/process/descriptor.hpp"

namespace backends {

class Workspace;

/// How a request ended, as the grader sees it.
enum class RunStatus {
  ok,
  not_defined,   ///< the student's file has no such function
  device_error,  ///< the launch or the kernel failed
  bad_library,   ///< built, but cannot be loaded
  crashed,       ///< ended by a signal of its own making
  ended,         ///< ended itself (exit, _exit, abort is `crashed`)
  timed_out,     ///< on a GPU, or when it was loaded; `still_running` says what did not end
  out_of_work,   ///< in the emulator, host code; a finding says where
  slept,         ///< in the emulator: it waited for something other than the processor
  forbidden,     ///< called what the runner's filter of system calls forbids
  thread_limit,  ///< `detail` says how many are allowed
  all_time,      ///< not run: all calls of the grading together have taken too long
  cpu_limit,
  memory_limit,
  output_limit,
  file_limit,    ///< wrote more into a file than it may print
  forged,        ///< wrote into the grader's channel, or closed it
  grader_fault,  ///< a bug or a missing ability on the grader's side
};

/// What came of one request.
struct RunOutcome {
  RunStatus status = RunStatus::ok;            ///< how it ended
  std::string detail;                          ///< the runtime's, loader's or kernel's own words; only to be shown
  std::vector<runner::Tried> tried;            ///< with PartRunOptions::tries_variants: one for each slot
  std::optional<runner::Phase> still_running;  ///< what had not ended in time; nothing when the runner did not say
  units::Seconds event;                        ///< claimed by the runner
  std::uint32_t left = 0;                      ///< runner::Left: what was to be undone and was not
  std::int64_t work = 0;                       ///< claimed by the runner, of the emulator: units that were done
  int refused = 0;                             ///< course::Arguments::refused, of the first call that set it
  units::Seconds outside;                      ///< from sending the request to having the reply
  process::Clock::time_point replied;          ///< when the reply came
  units::Seconds own;                          ///< of that, what it had for itself (support/process/own_time.hpp)
  std::string printed;                         ///< the beginning of what was printed, on one line
  simt::Evidence evidence;                     ///< in the emulator, as far as the request asked for it
  simt::memory::Prediction prediction;         ///< all zeros where there is none
  /// It ended as it should; that says nothing of the answer.
  bool is_ok() const { return status == RunStatus::ok; }
};

/// What `run` calls, and what is to be seen of it.
struct PartRunOptions {
  int first = 0;                ///< slot
  int slots = 1;                ///< launches
  std::string_view entry = {};  ///< to call in place of the part's
  bool is_timed = false;        ///< the outside time counts: wait for the reply without sleeping
  bool count_traffic = false;   ///< in the emulator: for each instruction
  bool model_caches = false;    ///< with count_traffic: which level each byte came from
  bool find_races = false;      ///< in the emulator: in shared and global memory
  bool find_origins = false;    ///< in the emulator: where the answer comes from (simt::RunOptions)
  double work_share = 1;        ///< in the emulator: of what course::Limits::work_for allows
  std::int64_t most_work = std::numeric_limits<std::int64_t>::max();  ///< in the emulator: no more units than these
  double predict_times = 0;                                           ///< as in runner::RunRequest
  course::Size predict_size = {};                                     ///< as in runner::RunRequest
  bool only_grids = false;                                            ///< as in runner::RunRequest
  std::span<const simt::memory::KernelRegisters> registers = {};  ///< of the kernels, where nvcc has told; else empty
  std::vector<runner::WatchedElement> watched = {};  ///< in the emulator: evidence says who stored these elements
  int variant = 0;                                   ///< of a library with variants: which one; 0: the original
  int most_blocks = 0;                               ///< as in runner::RunRequest
  bool tries_variants = false;                       ///< `slots` variants from `variant` on, each on its own slot
  bool begins_anew = false;                          ///< in the emulator: no variable keeps what an earlier run left
  simt::memory::Device device = {};                  ///< whose rules the emulator's counters follow
  std::optional<simt::memory::Device> other_device = std::nullopt;  ///< in place of the one that is graded for
  std::uint64_t schedule = 0;                                       ///< of the emulator's threads; 0: the session's
  bool begins_any_block = false;                                    ///< simt::RunOptions::begins_any_block
};

/// What a runner is to do for one call of a part on `workspace`; of `options`, all but the limits of work.
runner::RunRequest request_for(const course::Lab& lab, const course::Part& part, const Workspace& workspace,
                               const PartRunOptions& options);

/// The program that runs submissions.
struct Runner {
  std::filesystem::path program;  ///< the executable, absolute
  /// It limits work (course::Limits::work): then time is limited only while it sleeps.
  bool counts_work = false;
  /// What it sees of the machine besides itself and its library; absent: all that its user sees. `memory` is what it
  /// needs for itself, without the submission's.
  std::optional<process::Confinement> confinement = std::nullopt;
  /// Behind the walls it may not work on every machine: rather fewer walls than no grading.
  bool can_do_without_walls = false;
};

/// A process that holds student code, or will hold it, and the grader's end of its socket.
class RunnerProcess {
 public:
  /// Starts it, and does not wait for it. There is no student code in it yet: it can only have memory lent to it.
  RunnerProcess(const Runner& runner, const course::Limits& limits);

  /// Waits until it is ready (once; later calls return the same).
  const RunOutcome& hello();

  /// Loads a library, whose code runs from now on. Once.
  RunOutcome load(const std::filesystem::path& library);

  /// Lends `workspace` from now on; it must outlive the process or the next call.
  RunOutcome map(const Workspace& workspace);
  RunOutcome unmap();  ///< Takes the lent memory back.
  /// Calls a part, or `options.entry`, on the workspace that is lent.
  RunOutcome run(const course::Lab& lab, const course::Part& part, const Workspace& workspace,
                 const PartRunOptions& options);

  /// Stops all threads of the process until the next request, which lets them go on when its clock has started. False
  /// when they cannot be stopped; then the process has been ended.
  [[nodiscard]] bool pause();
  void resume();  ///< takes `pause` back; nothing where it did not pause

  /// True when its process has ended.
  bool has_ended() const { return child_->ending().has_value(); }

  /// False after anything went wrong that a process does not survive: start a new one.
  bool is_alive() const { return alive_; }

 private:
  RunOutcome greet();
  RunOutcome exchange(runner::RunnerRequest& request, int descriptor);
  RunOutcome exchange(runner::RunnerRequest& request, int descriptor, Patience::Limit limit);
  Patience::Limit limit() const { return counts_work_ ? Patience::Limit::work : Patience::Limit::time; }
  RunOutcome receive_reply(std::uint64_t token, Patience& patience);
  bool receive_packet(void* packet, std::size_t bytes, Patience& patience, RunOutcome& outcome);
  bool is_within_limits(Patience& patience, RunOutcome& outcome);
  bool drain_output();
  std::optional<runner::Phase> ask_where();
  RunOutcome end(RunStatus status, std::string detail);
  RunOutcome ended_by_itself();

  course::Limits limits_;
  bool counts_work_;
  process::Descriptor channel_;
  process::Descriptor output_;
  files::TemporaryFolder handover_;  // which it sees: the library comes later
  std::unique_ptr<process::Child> child_;
  std::optional<process::OwnTime> own_time_;  // of child_
  std::int64_t printed_ = 0, most_printed_;
  std::string beginning_;  // of what was printed since the last request
  std::int64_t lent_ = 0;  // bytes of shared memory
  bool alive_ = true;
  bool is_timed_ = false;
  bool is_paused_ = false;
  std::unique_ptr<RunOutcome> hello_;
};

}  // namespace backends

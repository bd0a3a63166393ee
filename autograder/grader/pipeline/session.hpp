// One library in a runner, with a new runner whenever the last one did not survive.
#pragma once

#include <filesystem>
#include <memory>

#include "backends/backend.hpp"
#include "grader/pipeline/runners.hpp"
#include "grader/stopwatch.hpp"

namespace grader {

/// One library in a runner process, which is started again where it has ended.
class Session {
 public:
  /// `runners` and `stopwatch` may be null.
  Session(const backends::Backend& backend, std::filesystem::path library, const course::Limits& limits,
          std::uint64_t schedule, Runners* runners = nullptr, Stopwatch* stopwatch = nullptr)
      : backend_(backend),
        library_(std::move(library)),
        limits_(limits),
        schedule_(schedule),
        own_runners_(backend, limits, /*ahead=*/0),
        runners_(runners == nullptr ? own_runners_ : *runners),
        stopwatch_(stopwatch) {}

  virtual ~Session() = default;

  /// Runs a part on `workspace`, lending it first where it is not lent yet.
  virtual backends::RunOutcome run(const course::Lab& lab, const course::Part& part,
                                   const backends::Workspace& workspace, const backends::PartRunOptions& options);

  /// Stops the library's process until the next run, whose clock starts before the process goes on. False when that
  /// cannot be done; then the process has been ended.
  [[nodiscard]] virtual bool pause();

  /// Takes `pause` back.
  virtual void go_on();

  /// Ends the library's process: from now on it has no part of the device and of lent memory. The next run starts
  /// another one.
  virtual void end();

  /// Whether what `outcome` fails for may have been used up by earlier calls of the same process: memory, threads,
  /// output. How many those are is chance where times are sampled. A batch's own two calls do not count.
  virtual bool is_worn_out(const backends::RunOutcome& outcome) const;

  /// Must be called before a workspace that was used in `run` ends.
  virtual void take_back();

  /// What starts its processes.
  const Runners& runners() const { return runners_; }

  /// Waits until no process is starting that is meant for later.
  virtual void settle() { runners_.settle(); }

 private:
  backends::RunOutcome start_and_lend(const backends::Workspace& workspace);
  backends::RunOutcome start();

  const backends::Backend& backend_;
  std::filesystem::path library_;
  const course::Limits& limits_;
  std::uint64_t schedule_;
  Runners own_runners_;
  Runners& runners_;
  Stopwatch* stopwatch_;
  units::Seconds spent_;  // by all runners so far
  int calls_ = 0;         // of the runner that there is
  std::unique_ptr<backends::RunnerProcess> runner_;
  const backends::Workspace* lent_ = nullptr;
};

}  // namespace grader

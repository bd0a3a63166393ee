#include "grader/pipeline/session.hpp"

#include "backends/counted_device.hpp"

namespace grader {

backends::RunOutcome Session::start() {
  runner_ = runners_.take();
  calls_ = 0;
  backends::RunOutcome loaded = runner_->load(library_);
  spent_.value += loaded.own.value;
  return loaded;
}

/// Whose fault it is when memory cannot be lent is seen from a runner without student code.
backends::RunOutcome Session::start_and_lend(const backends::Workspace& workspace) {
  for (;;) {
    backends::RunOutcome outcome;
    if (runner_ == nullptr || !runner_->is_alive()) outcome = start();
    const bool has_started = outcome.status != backends::RunStatus::grader_fault;
    if (has_started && !outcome.is_ok()) return outcome;  // the library could not be loaded
    if (has_started) outcome = runner_->map(workspace);
    if (outcome.is_ok()) return outcome;
    runner_.reset();
    const std::unique_ptr<backends::RunnerProcess> without_code = runners_.take();
    const backends::RunOutcome alone = without_code->map(workspace);
    if (alone.is_ok()) return outcome;
    if (runners_.lower_walls()) continue;
    if (has_started) {
      outcome.status = backends::RunStatus::grader_fault;
      outcome.detail = "memory cannot be lent to another process here: " + alone.detail;
    }
    return outcome;
  }
}

backends::RunOutcome Session::run(const course::Lab& lab, const course::Part& part,
                                  const backends::Workspace& workspace, const backends::PartRunOptions& options) {
  if (spent_ > limits_.all) {
    backends::RunOutcome not_run;
    not_run.status = backends::RunStatus::all_time;
    return not_run;
  }
  if (runner_ == nullptr || !runner_->is_alive()) lent_ = nullptr;
  if (lent_ != &workspace) {
    const InPhase starting(stopwatch_, Phase::start);
    const backends::RunOutcome mapped = start_and_lend(workspace);
    if (!mapped.is_ok()) return mapped;
    lent_ = &workspace;
  }
  backends::PartRunOptions complete = options;
  if (options.other_device) {
    complete.device = *options.other_device;
  } else if (const auto device = backend_.abilities().device) {
    complete.device = backends::counted_device(lab, *device);
  }
  if (complete.schedule == 0) complete.schedule = schedule_;
  ++calls_;
  backends::RunOutcome outcome = runner_->run(lab, part, workspace, complete);
  spent_.value += outcome.own.value;
  return outcome;
}

bool Session::is_worn_out(const backends::RunOutcome& outcome) const {
  using Status = backends::RunStatus;
  constexpr int calls_of_a_batch = 2;
  if (calls_ <= calls_of_a_batch) return false;
  switch (outcome.status) {
    case Status::thread_limit:
    case Status::cpu_limit:
    case Status::memory_limit:
    case Status::output_limit:
    case Status::file_limit:
      return true;
    case Status::device_error:
      return outcome.detail.find("cudaErrorMemoryAllocation") != std::string::npos;
    default:
      return false;
  }
}

bool Session::pause() { return runner_ != nullptr && runner_->pause(); }

void Session::go_on() {
  if (runner_ != nullptr) runner_->resume();
}

void Session::end() {
  const InPhase ending(stopwatch_, Phase::end);
  runner_.reset();
  lent_ = nullptr;
}

void Session::take_back() {
  const InPhase ending(stopwatch_, Phase::end);
  if (lent_ != nullptr && runner_ != nullptr && runner_->is_alive()) runner_->unmap();
  lent_ = nullptr;
}

}  // namespace grader

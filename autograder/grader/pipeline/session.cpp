#include "grader/pipeline/session.hpp"

#include "backends/counted_device.hpp"

namespace grader {
backends::Runner Session::runner() const {
  backends::Runner runner = backend_.runner();
  if (walls_ == Walls::none) runner.confinement.reset();
  if (runner.confinement) runner.confinement->own_processes = walls_ == Walls::all;
  return runner;
}

/// False when no wall is left that may be taken down.
bool Session::lower_walls() {
  const backends::Runner now = runner();
  if (!now.confinement || (walls_ == Walls::but_processes && !now.can_do_without_walls)) return false;
  walls_ = walls_ == Walls::all ? Walls::but_processes : Walls::none;
  return true;
}

void Session::start() {
  runner_ = std::make_unique<backends::RunnerProcess>(runner(), library_, limits_);
  spent_.value += runner_->hello().own.value;
}

/// Whose fault it is when memory cannot be lent is seen from a runner without student code.
backends::RunOutcome Session::start_and_lend(const backends::Workspace& workspace) {
  for (;;) {
    if (runner_ == nullptr || !runner_->is_alive()) start();
    backends::RunOutcome mapped = runner_->map(workspace);
    if (mapped.is_ok()) return mapped;
    const bool has_started = mapped.status != backends::RunStatus::grader_fault;
    if (has_started && !runner_->hello().is_ok()) return mapped;  // the library could not be loaded
    runner_.reset();
    backends::RunnerProcess without_code(runner(), {}, limits_);
    const backends::RunOutcome alone = without_code.map(workspace);
    if (alone.is_ok()) return mapped;
    if (lower_walls()) continue;
    if (has_started) {
      mapped.status = backends::RunStatus::grader_fault;
      mapped.detail = "memory cannot be lent to another process here: " + alone.detail;
    }
    return mapped;
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
  if (const auto device = backend_.abilities().device) {
    complete.device = backends::counted_device(lab, *device);
  }
  complete.schedule = schedule_;
  backends::RunOutcome outcome = runner_->run(lab, part, workspace, complete);
  spent_.value += outcome.own.value;
  return outcome;
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

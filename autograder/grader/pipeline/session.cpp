#include "grader/pipeline/session.hpp"

namespace grader {

backends::RunOutcome Session::run(const course::Lab& lab, const course::Part& part,
                                  const backends::Workspace& workspace, const backends::PartRunOptions& options) {
  if (runner_ == nullptr || !runner_->is_alive()) {
    runner_ = std::make_unique<backends::RunnerProcess>(backend_.runner(), library_, limits_);
    lent_ = nullptr;
  }
  if (lent_ != &workspace) {
    const backends::RunOutcome mapped = runner_->map(workspace);
    if (!mapped.is_ok()) return mapped;
    lent_ = &workspace;
  }
  backends::PartRunOptions complete = options;
  if (const auto device = backend_.abilities().device) {
    complete.device = simt::memory::slice_of(*device, lab.device_parts);
  }
  complete.schedule = schedule_;
  return runner_->run(lab, part, workspace, complete);
}

bool Session::pause() { return runner_ != nullptr && runner_->pause(); }

void Session::end() {
  runner_.reset();
  lent_ = nullptr;
}

void Session::take_back() {
  if (lent_ != nullptr && runner_->is_alive()) runner_->unmap();
  lent_ = nullptr;
}

}  // namespace grader

#include "grader/pipeline/runners.hpp"

#include <utility>

namespace grader {

std::unique_ptr<backends::RunnerProcess> Runners::take() {
  // One that has waited may have been ended by the system: that must not be blamed on what it would have loaded.
  while (!started_.empty() && started_.front()->has_ended()) started_.pop_front();
  if (started_.empty()) return std::make_unique<backends::RunnerProcess>(runner(), limits_);
  std::unique_ptr<backends::RunnerProcess> first = std::move(started_.front());
  started_.pop_front();
  return first;
}

void Runners::start() {
  while (started_.size() < ahead_) started_.push_back(std::make_unique<backends::RunnerProcess>(runner(), limits_));
}

void Runners::settle() {
  for (const auto& each : started_) each->hello();
}

bool Runners::lower_walls() {
  const backends::Runner now = runner();
  if (!now.confinement || (walls_ == Walls::but_processes && !now.can_do_without_walls)) return false;
  walls_ = walls_ == Walls::all ? Walls::but_processes : Walls::none;
  end();
  return true;
}

backends::Runner Runners::runner() const {
  backends::Runner runner = backend_.runner();
  if (walls_ == Walls::none) runner.confinement.reset();
  if (runner.confinement) runner.confinement->own_processes = walls_ == Walls::all;
  return runner;
}

}  // namespace grader

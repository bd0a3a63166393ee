#include "grader/pipeline/bench.hpp"

namespace grader {

Bench::Bench(const std::filesystem::path& root, const BackendChoice& choice, const course::Limits& limits,
             int runners_ahead)
    : toolchain_(choose_toolchain(root, choice)),
      limits_(limits),
      runners_(*toolchain_.backend, limits, toolchain_.backend->abilities().times ? runners_ahead : 0) {}

Bench::~Bench() { clear(); }

MeasuringMemory& Bench::memory_for(const Context& context, const course::Part& part) {
  const course::Size asked = context.backend.performance_size(context.lab, context.lab_rules, part);
  for (MeasuringMemory& memory : memories_) {
    if (memory.operation == part.operation.id && memory.asked == asked) return memory;
  }
  const InPhase lending(context.stopwatch, Phase::lend);
  return memories_.emplace_back(lend(context, part, asked));
}

MeasuringMemory Bench::lend(const Context& context, const course::Part& part, const course::Size& asked) {
  PerformanceProblem plan = plan_performance(context, part);
  if (plan.is_less && !memories_.empty()) {
    // What other parts are measured in takes its place.
    if (reference_) reference_->take_back();
    memories_.clear();
    plan = plan_performance(context, part);
  }
  MeasuringMemory memory{
      part.operation.id, asked, context.backend.lend(plan.problem), context.backend.lend(plan.problem), plan.note, {}};
  const InPhase copying(context.stopwatch, Phase::reference);
  memory.copy = context.backend.measure_copy(*memory.references).value_or(units::GBps{});
  return memory;
}

Participants Bench::participants(Session& student, const std::filesystem::path& library, std::uint64_t schedule,
                                 MeasuringMemory& memory, Stopwatch* stopwatch) {
  if (!reference_ || library_ != library) {
    references_.clear();
    library_ = library;
    reference_.emplace(backend(), library, limits_, schedule, &runners_);
  }
  if (!watch_) {
    const InPhase starting(stopwatch, Phase::start);
    watch_ = backend().watch();
  }
  return {student, *reference_, *memory.students, *memory.references, *watch_, references_, memory.copy};
}

void Bench::clear() {
  watch_.reset();
  if (reference_) reference_->take_back();
  reference_.reset();
  references_.clear();
  memories_.clear();
}

}  // namespace grader

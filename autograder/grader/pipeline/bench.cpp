#include "grader/pipeline/bench.hpp"

#include <algorithm>
#include <utility>

#include "grader/pipeline/known_references.hpp"
#include "support/process/interrupt.hpp"

namespace grader {

namespace {

/// Runners that are started ahead. A lab's parts are measured in up to three pieces of memory, with a process for each;
/// of many submissions the next one finds another ready.
int runners_ahead(const backends::Backend& backend, Serves serves) {
  if (!backend.abilities().times) return 0;
  return serves == Serves::one ? 1 : 4;
}

}  // namespace

Bench::Bench(const std::filesystem::path& root, const BackendChoice& choice, const course::Limits& limits,
             Serves serves)
    : Bench(choose_toolchain(root, choice), limits, serves) {}

Bench::Bench(Toolchain toolchain, const course::Limits& limits, Serves serves)
    : toolchain_(std::move(toolchain)),
      limits_(limits),
      serves_(serves),
      runners_(*toolchain_.backend, limits, runners_ahead(*toolchain_.backend, serves)) {}

Bench::~Bench() { clear(); }

MeasuringMemory& Bench::memory_for(const Context& context, const course::Part& part) {
  const course::Size asked = context.backend.performance_size(context.lab, context.lab_rules, part);
  const auto is_it = [&](const MeasuringMemory& memory) {
    return memory.operation == part.operation.id && memory.asked == asked;
  };
  auto found = std::find_if(memories_.begin(), memories_.end(), is_it);
  if (found == memories_.end()) {
    found = memories_.insert(memories_.end(), MeasuringMemory{part.operation.id, asked, nullptr, nullptr, ""});
  }
  if (!found->students) lend(context, part, *found);
  return *found;
}

void Bench::lend(const Context& context, const course::Part& part, MeasuringMemory& memory) {
  const InPhase lending(context.stopwatch, Phase::lend);
  PerformanceProblem plan = plan_performance(context, part);
  if (plan.is_less) {
    // What other parts are measured in makes room.
    if (reference_) reference_->take_back();
    for (MeasuringMemory& other : memories_) {
      other.students.reset();
      other.references.reset();
    }
    plan = plan_performance(context, part);
  }
  memory.students = context.backend.lend(plan.problem);
  memory.references = context.backend.lend(plan.problem);
  memory.note = plan.note;
  if (memory.copy.value > 0) return;
  const InPhase copying(context.stopwatch, Phase::reference);
  memory.copy = context.backend.measure_copy(*memory.references).value_or(units::GBps{});
}

Participants Bench::participants(Session& student, const std::filesystem::path& library, std::uint64_t schedule,
                                 MeasuringMemory& memory, Stopwatch* stopwatch) {
  if (!reference_ || library_ != library) {
    references_.clear();
    library_ = library;
    if (!kept_references_.empty()) references_ = read_known_references(kept_references_, references_key());
    reference_.emplace(backend(), library, limits_, schedule, &runners_);
  }
  if (!watch_) {
    const InPhase starting(stopwatch, Phase::start);
    watch_ = backend().watch();
  }
  return {student, *reference_, *memory.students, *memory.references, *watch_, references_, memory.copy};
}

/// The library's folder has the name of its content.
std::string Bench::references_key() const { return library_.string() + " on " + backend().device().name; }

void Bench::leave() {
  if (!kept_references_.empty() && !references_.empty()) {
    write_known_references(kept_references_, references_key(), references_);
  }
  clear();
  runners_.end();
  backend().leave();
}

void Bench::clear() {
  watch_.reset();
  try {
    if (reference_) reference_->take_back();
  } catch (const process::Interrupted&) {
    reference_->end();  // destructors call this: nothing may be thrown once more
  }
  reference_.reset();
  references_.clear();
  memories_.clear();
}

}  // namespace grader

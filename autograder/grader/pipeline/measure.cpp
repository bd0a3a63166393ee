#include "grader/pipeline/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backends/layout.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/stream_time.hpp"
#include "grader/statistics.hpp"
#include "grader/words/mismatch.hpp"

namespace grader {
namespace {

// The share of delays below which a device is taken to be free at once.
constexpr double quiet_share = 0.25;
// Of the reference's excess: at the upper end of what chance makes of the least one in so few batches.
constexpr double quiet_share_at_most = 0.4;
// Few of the reference's batches wait longer for the device.
constexpr double late_share = 0.75;
constexpr int reference_batches = 8;  // before a student's session, and again after it
constexpr double most_drift = 0.005;
constexpr double most_doubt = 0.005;
constexpr int most_rounds = 3;

[[noreturn]] void reference_failed(const PartState& state) {
  throw CannotGrade(fmt::format("this is a bug in the course, not in your code: the reference of part {} failed{}",
                                state.part->id, state.reasons.empty() ? "" : ": " + state.reasons.front().text));
}

/// Before or after a student's session.
struct ReferenceTimes {
  Samples samples;
  std::optional<units::GBps> copy;  ///< where it is the part's baseline
};

/// What was measured in one round: reference, student, reference.
struct Round {
  Samples students;
  Samples references;
  units::GBps copy;
  double drift = 0;       ///< by how much the GPU's speed changed meanwhile, as a share
  double late = 0;        ///< by how many seconds the student's code delays the grader more than the reference
  double least_time = 0;  ///< seconds a launch that the grader's clock saw at least, whatever the events claim

  /// By which share the events claim less; 0 where they do not.
  double doubt() const { return std::max(0.0, least_time / estimate_median(students.event).median - 1); }
  bool is_clear() const { return drift <= most_drift && doubt() <= most_doubt; }
  double unclear() const { return std::max(drift / most_drift, doubt() / most_doubt); }
};

/// The reference's side of measuring one part.
class Reference {
 public:
  Reference(const Context& context, const Participants& with, const PartState& state)
      : context_(context),
        with_(with),
        batches_(Whose::reference, context, with.reference, with.references_memory, with.watch, state_) {
    state_.part = state.part;
    launches_ = choose_launches();
    bound_ = measure_bound();
  }

  int launches() const { return launches_; }
  /// The longest of the part's bounds, in seconds a launch; 0 where it has none.
  double bound() const { return bound_; }

  ReferenceTimes measure() {
    with_.student.end();
    ReferenceTimes times;
    for (int i = 0; i < reference_batches; ++i) run(launches_, times.samples);
    if (rules().baseline == course::Baseline::copy) {
      times.copy = context_.backend.measure_copy(with_.references_memory);
    }
    return times;
  }

 private:
  const course::PartRules& rules() const { return context_.lab_rules.parts.find(state_.part->id)->second; }

  void run(int launches, Samples& samples, std::string_view entry = {}) {
    if (!batches_.run(launches, samples, {}, entry)) reference_failed(state_);
  }

  /// As many launches as make the tolerance a small share of a batch, but no more than there are slots for.
  int choose_launches() {
    with_.student.end();
    Samples once;
    run(1, once);
    const course::Measuring& measuring = context_.rules.measuring;
    const double seconds = std::max(once.event.front(), 1e-6);
    const int most = with_.references_memory.problem().slots - timed_first;
    return std::clamp(static_cast<int>(std::ceil(measuring.tolerance.value / (measuring.tolerance_share * seconds))), 1,
                      most);
  }

  double measure_bound() {
    constexpr int samples = 5;
    double longest = 0;
    for (const std::string_view entry : state_.part->bounds) {
      Samples taken;
      for (int i = 0; i < samples; ++i) run(launches_, taken, entry);
      longest = std::max(longest, estimate_median(taken.event).median);
    }
    return longest;
  }

  const Context& context_;
  const Participants& with_;
  PartState state_;
  Batches batches_;
  int launches_ = 1;
  double bound_ = 0;
};

/// By how much `after` differs from `before`, as a share, beyond what one of them may be off by chance.
double difference(const MedianEstimate& before, const MedianEstimate& after) {
  const double share = std::abs(after.median - before.median) / std::min(before.median, after.median);
  return share > before.half_width + after.half_width ? share : 0;
}

double drift(const ReferenceTimes& before, const ReferenceTimes& after) {
  const double references = difference(estimate_median(before.samples.event), estimate_median(after.samples.event));
  if (!before.copy || !after.copy) return references;
  return std::max(references, std::abs(after.copy->value - before.copy->value) / before.copy->value);
}

/// The student's session, from the start of its process to its end. Nothing when the part failed.
std::optional<Samples> measure_student(const Context& context, const Participants& with, int launches,
                                       PartState& state) {
  const course::Measuring& measuring = context.rules.measuring;
  Batches batches(Whose::students, context, with.student, with.students_memory, with.watch, state);
  const auto suffice = [&](const Samples& samples) {
    const int taken = static_cast<int>(samples.size());
    if (taken < measuring.min_samples) return false;
    return taken >= measuring.max_samples || estimate_median(samples.event).half_width <= measuring.ci_half_width;
  };
  Samples samples;
  do {
    process::throw_if_interrupted();
    if (context.progress) {
      context.progress(
          fmt::format("{} {}: measuring, batch {}", state.part->id, state.part->title, samples.size() + 1));
    }
    if (!batches.run(launches, samples, suffice)) {
      with.student.end();
      return std::nullopt;
    }
  } while (!suffice(samples));
  return samples;
}

/// What no event can make shorter: see measure.hpp.
void ask_outside_clock(Round& round, int launches, units::Seconds tolerance) {
  const Samples& theirs = round.students;
  const Samples& ours = round.references;
  round.late = std::max(0.0, quantile(theirs.delay, quiet_share) - quantile(ours.delay, late_share));
  const double least = *std::min_element(theirs.outside.begin(), theirs.outside.end());
  round.least_time = (least + round.late - quantile(ours.excess, quiet_share_at_most) - tolerance.value) / launches;
}

/// The clearest of a few rounds; the first one that is clear enough ends them. Nothing when the part failed.
std::optional<Round> measure_rounds(const Context& context, const Participants& with, units::GBps copy,
                                    Reference& reference, PartState& state) {
  std::optional<Round> best;
  ReferenceTimes before = reference.measure();
  for (int round = 0; round < most_rounds && (!best || !best->is_clear()); ++round) {
    auto students = measure_student(context, with, reference.launches(), state);
    if (!students) return std::nullopt;
    ReferenceTimes after = reference.measure();
    Round taken{std::move(*students), before.samples, copy, drift(before, after)};
    taken.references.append(after.samples);
    if (before.copy && after.copy) taken.copy = {(before.copy->value + after.copy->value) / 2};
    ask_outside_clock(taken, reference.launches(), context.rules.measuring.tolerance);
    if (!best || taken.unclear() < best->unclear()) best = std::move(taken);
    before = std::move(after);
  }
  return best;
}

Quartiles quartiles(const std::vector<double>& samples) {
  return {{quantile(samples, 0.25)}, {quantile(samples, 0.5)}, {quantile(samples, 0.75)}};
}

StageTimes medians(const std::array<std::vector<double>, 3>& stages) {
  StageTimes times{};
  for (std::size_t stage = 0; stage < times.size(); ++stage) times[stage] = estimate_median(stages[stage]).median;
  return times;
}

}  // namespace

PerformanceProblem plan_performance(const Context& context, const course::Part& part) {
  const course::Measuring& measuring = context.rules.measuring;
  // What the host waits for is long enough to be timed one by one.
  const int timed = part.clock == course::Clock::host ? 1 : measuring.max_launches;
  PerformanceProblem plan{
      {part.operation, context.backend.performance_size(context.lab, context.lab_rules, part), timed + timed_first},
      ""};
  const auto available = context.backend.free_memory();
  if (!available) return plan;
  const double budget = measuring.memory_share * static_cast<double>(available->value);
  const auto fits = [&] {
    return static_cast<double>(backends::Layout(plan.problem).bytes(course::Place::device)) <= budget;
  };
  const int fewest = std::min(3, plan.problem.slots);  // below, rather a smaller problem
  while (!fits() && plan.problem.slots > fewest) --plan.problem.slots;
  while (!fits()) {
    // Halve every extent; what is a multiple of 32 stays one for a long time.
    bool smaller = false;
    for (int i = 0; i < context.lab.rank(); ++i) {
      if (plan.problem.size.extent[i] > 1) smaller = true;
      plan.problem.size.extent[i] = std::max<std::int64_t>(1, plan.problem.size.extent[i] / 2);
    }
    if (!smaller) throw CannotGrade("the GPU has no free memory: another program is using it; try again later");
  }
  const course::Size asked = context.backend.performance_size(context.lab, context.lab_rules, part);
  if (plan.problem.size != asked) {
    plan.note = fmt::format("measured at {} instead of {}: the GPU has only {} MiB free",
                            size_text(plan.problem.size, context.lab.rank()), size_text(asked, context.lab.rank()),
                            available->value >> 20);
  }
  return plan;
}

std::optional<Performance> measure(const Context& context, const Participants& with, units::GBps copy,
                                   PartState& state) {
  const course::Measuring& measuring = context.rules.measuring;
  Reference reference(context, with, state);
  const std::optional<Round> round = measure_rounds(context, with, copy, reference, state);
  if (!round) return std::nullopt;
  const Samples& theirs = round->students;
  const Samples& ours = round->references;

  if (!theirs.stages[0].empty()) {
    check_stage_times(medians(theirs.stages), medians(ours.stages), StageTolerance{}, state,
                      lines_of_calls(context.source, state.part->entry, "cudaEventRecord"));
    if (!state.is_right()) return std::nullopt;
  }
  const int launches = reference.launches();
  const MedianEstimate estimate = estimate_median(theirs.event);
  const course::Operation& operation = state.part->operation;
  const course::Size size = with.students_memory.problem().size;
  const units::Bytes moved{operation.bytes_moved(size)};
  Performance result;
  if (operation.steps != nullptr) {
    result.step = operation.step;
    result.step_bytes = static_cast<double>(moved.value) / static_cast<double>(operation.steps(size));
  }
  if (reference.bound() > 0) result.bound = moved / units::Seconds{reference.bound()};
  // What a busy machine adds counts, too, but is no reason to doubt anybody's events.
  constexpr double notable = 1.02;
  result.outside_clock = !(estimate.median * notable >= round->least_time);
  result.gbps = moved / units::Seconds{std::max(estimate.median, round->least_time)};
  result.ci95 = estimate.half_width;
  result.reference = moved / units::Seconds{estimate_median(ours.event).median};
  result.reference_drift = round->drift;
  result.is_steady = round->drift <= most_drift;
  result.excess = quartiles(ours.excess);
  result.delay = quartiles(ours.delay);
  result.late.value = round->late;
  result.copy = round->copy;
  // A copy within the device says nothing of bytes that cross the link to the host.
  const bool is_comparable = state.part->clock == course::Clock::device && result.copy.value > 0;
  result.copy_fraction = is_comparable ? result.gbps / result.copy : 0;
  result.samples = static_cast<int>(theirs.size());
  result.launches = launches;
  result.size = size;
  result.capped = estimate.half_width > measuring.ci_half_width;
  return result;
}

}  // namespace grader

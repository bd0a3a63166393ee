#include "grader/pipeline/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "backends/layout.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/stream_time.hpp"
#include "grader/pipeline/verdict.hpp"
#include "grader/statistics.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

// The share of delays below which a device is taken to be free at once.
constexpr double quiet_share = 0.25;
// Of the reference's excess: at the upper end of what chance makes of the least one in so few batches.
constexpr double quiet_share_at_most = 0.4;
// Few of the reference's batches wait longer for the device.
constexpr double late_share = 0.75;
constexpr int reference_batches = 8;
constexpr std::size_t most_reference_batches = 16;  // the last ones count
constexpr int most_looks = 2;                       // chance seldom makes two in a row unusual
constexpr double most_drift = 0.005;
constexpr double most_doubt = 0.005;
constexpr int most_rounds = 3;

[[noreturn]] void reference_failed(const PartState& state) {
  throw CannotGrade(fmt::format("this is a bug in the course, not in your code: the reference of part {} failed{}",
                                state.part->id, state.reasons.empty() ? "" : ": " + state.reasons.front().text));
}

const course::PartRules& rules_of(const Context& context, const course::Part& part) {
  return context.lab_rules.parts.find(part.id)->second;
}

/// What was measured in one round: reference, student, reference.
struct Round {
  Samples students;
  ReferenceTimes reference;
  double drift = 0;       ///< by how much the GPU's speed changed meanwhile, as a share
  double late = 0;        ///< by how many seconds the student's code delays the grader more than the reference
  double least_time = 0;  ///< seconds a launch that the grader's clock saw at least, whatever the events claim

  /// By which share the events claim less; 0 where they do not.
  double doubt() const { return std::max(0.0, least_time / estimate_median(students.event).median - 1); }
  bool is_clear() const { return drift <= most_drift && doubt() <= most_doubt; }
  double unclear() const { return std::max(drift / most_drift, doubt() / most_doubt); }
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

/// The reference's side of measuring one part.
class Reference {
 public:
  Reference(const Context& context, const Participants& with, const PartState& state)
      : context_(context),
        with_(with),
        batches_(Whose::reference, context, with.reference, with.references_memory, with.watch, state_),
        times_(with.references[state.part->id]) {
    state_.part = state.part;
  }
  // Its batches know where it is.
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  const ReferenceTimes& times() const { return times_; }

  /// Measures what is not known yet.
  void prepare() {
    const course::Size size = with_.references_memory.problem().size;
    const bool is_known = times_.launches != 0 && times_.size == size;
    if (is_known && times_.launches <= most_launches()) return;
    with_.student.end();
    const InPhase measuring(context_.stopwatch, Phase::reference);
    ReferenceTimes times;
    times.size = size;
    times.launches = choose_launches();
    times.bound = measure_bound(times.launches);
    measure(times);
    times_ = std::move(times);
  }

  /// Looks whether the reference is still as fast as it was, and measures it anew where it is not. By how much its
  /// speed has changed, as a share. No process of the student's may live.
  double look_again() {
    const InPhase measuring(context_.stopwatch, Phase::reference);
    ReferenceTimes now = without_samples();
    for (int look = 0; look < most_looks; ++look) {
      run(now.launches, now.samples);
      if (!is_usual(now.samples)) continue;
      times_.samples.append(now.samples);
      times_.samples.keep_last(most_reference_batches);
      return 0;
    }
    return replace(std::move(now));
  }

  /// Measures it anew, also where it is as fast as it was. The result and the conditions are look_again's.
  double measure_again() {
    const InPhase measuring(context_.stopwatch, Phase::reference);
    return replace(without_samples());
  }

 private:
  double replace(ReferenceTimes now) {
    measure(now);
    const double changed = drift(times_, now);
    times_ = std::move(now);
    return changed;
  }

  /// What is known, to be measured in the memory that is next.
  ReferenceTimes without_samples() const {
    ReferenceTimes now = times_;
    now.samples = {};
    now.samples.taken = times_.samples.taken;
    return now;
  }

  /// Whether the last batch took as long as those before it in the same memory. Times of launches by the host scatter
  /// by more than a GPU's speed drifts: what nine of ten did, another may do.
  bool is_usual(const Samples& batches) const {
    const double seconds = batches.event.back();
    const std::vector<double>& known = times_.samples.event;
    std::vector<double> same;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (times_.samples.first[i] == batches.first.back()) same.push_back(known[i]);
    }
    if (!same.empty() && std::abs(seconds / estimate_median(same).median - 1) <= most_drift) return true;
    return seconds >= quantile(known, 0.1) && seconds <= quantile(known, 0.9);
  }

  void run(int launches, Samples& samples, std::string_view entry = {}) {
    if (!batches_.run(launches, samples, {}, entry)) reference_failed(state_);
  }

  /// Completes the batches that there are.
  void measure(ReferenceTimes& times) {
    while (times.samples.size() < reference_batches) run(times.launches, times.samples);
    if (rules_of(context_, *state_.part).baseline == course::Baseline::copy) {
      times.copy = context_.backend.measure_copy(with_.references_memory);
    }
  }

  /// As many launches as make the tolerance a small share of a batch, but no more than there are slots for.
  int choose_launches() {
    Samples once;
    run(1, once);
    const course::Measuring& measuring = context_.rules.measuring;
    const double seconds = std::max(once.event.front(), 1e-6);
    return std::clamp(static_cast<int>(std::ceil(measuring.tolerance.value / (measuring.tolerance_share * seconds))), 1,
                      most_launches());
  }

  /// There is a slot for each.
  int most_launches() const { return with_.references_memory.problem().slots - timed_first; }

  double measure_bound(int launches) {
    constexpr int samples = 5;
    double longest = 0;
    for (const std::string_view entry : state_.part->bounds) {
      Samples taken;
      for (int i = 0; i < samples; ++i) run(launches, taken, entry);
      longest = std::max(longest, estimate_median(taken.event).median);
    }
    return longest;
  }

  const Context& context_;
  const Participants& with_;
  PartState state_;
  Batches batches_;
  ReferenceTimes& times_;
};

/// What no event can make shorter: see measure.hpp.
void ask_outside_clock(Round& round, units::Seconds tolerance) {
  const Samples& theirs = round.students;
  const Samples& ours = round.reference.samples;
  round.late = std::max(0.0, quantile(theirs.delay, quiet_share) - quantile(ours.delay, late_share));
  const double least = *std::min_element(theirs.outside.begin(), theirs.outside.end());
  round.least_time =
      (least + round.late - quantile(ours.excess, quiet_share_at_most) - tolerance.value) / round.reference.launches;
}

/// What points depend on, of a part that takes `seconds` a launch, where the reference takes `reference_seconds`.
Performance performance_at(const Context& context, const Participants& with, const ReferenceTimes& reference,
                           const PartState& state, double seconds, double reference_seconds) {
  const course::Size size = with.students_memory.problem().size;
  const units::Bytes moved{state.part->operation.bytes_moved(size)};
  Performance result;
  result.gbps = moved / units::Seconds{seconds};
  if (reference.bound > 0) result.bound = moved / units::Seconds{reference.bound};
  result.reference = moved / units::Seconds{reference_seconds};
  result.copy = reference.copy.value_or(with.copy);
  const auto& minima = rules_of(context, *state.part).min_gbps;
  const auto least = minima.find(context.backend.device().name);
  if (least != minima.end()) result.device_minimum = {least->second};
  return result;
}

/// Whether all speeds that were seen, and a little beyond, mean the same points wherever in its interval the
/// reference's speed is, and the grader's clock agrees.
bool is_far_from_thresholds(const Context& context, const Participants& with, const ReferenceTimes& reference,
                            const PartState& state, const Samples& samples) {
  if (!samples.stages[0].empty()) return false;  // their times are compared, too
  Round so_far{samples, reference};
  ask_outside_clock(so_far, context.rules.measuring.tolerance);
  if (so_far.doubt() > 0) return false;
  const auto [least, most] = std::minmax_element(samples.event.begin(), samples.event.end());
  const MedianEstimate ours = estimate_median(reference.samples.event);
  const auto points = [&](double seconds, double reference_seconds) {
    PartResult result;
    judge_performance(*state.part, rules_of(context, *state.part), context.backend.peak(),
                      performance_at(context, with, reference, state, seconds, reference_seconds), result);
    return result.points;
  };
  return points(*least * (1 - most_drift), ours.median * (1 + ours.half_width)) ==
         points(*most * (1 + most_drift), ours.median * (1 - ours.half_width));
}

/// The batches of one part. The student's process is ended after them where this is the `last` part. Nothing when the
/// part failed.
std::optional<Samples> measure_student(const Context& context, const Participants& with,
                                       const ReferenceTimes& reference, bool is_last, PartState& state) {
  const course::Measuring& measuring = context.rules.measuring;
  Batches batches(Whose::students, context, with.student, with.students_memory, with.watch, state);
  const auto suffice = [&](const Samples& samples) {
    const int taken = static_cast<int>(samples.size());
    if (taken < std::min(measuring.clear_samples, measuring.min_samples)) return false;
    if (taken >= measuring.max_samples) return true;
    const bool is_narrow = estimate_median(samples.event).half_width <= measuring.ci_half_width;
    if (is_narrow && taken >= measuring.min_samples) return true;
    return is_far_from_thresholds(context, with, reference, state, samples);
  };
  const std::function<bool(const Samples&)> ends_after = is_last ? suffice : std::function<bool(const Samples&)>{};
  Samples samples;
  do {
    process::throw_if_interrupted();
    if (context.progress) {
      context.progress(
          fmt::format("{} {}: measuring, batch {}", state.part->id, state.part->title, samples.size() + 1));
    }
    if (!batches.run(reference.launches, samples, ends_after)) {
      with.student.end();
      return std::nullopt;
    }
  } while (!suffice(samples));
  return samples;
}

/// A part, and the clearest of its rounds so far.
struct Measured {
  Measured(const Context& context, const Participants& with, PartState& part)
      : state(part), reference(context, with, part) {}

  PartState& state;
  Reference reference;
  std::optional<Round> best;

  bool is_done() const { return !state.is_right() || (best && best->is_clear()); }
};

/// The host may be busier than it was when the reference was measured: then both clocks differ by more with the
/// reference, too. What it shows now counts.
void ask_again(const Context& context, Reference& reference, Round& round) {
  round.drift = std::max(round.drift, reference.measure_again());
  round.reference = reference.times();
  ask_outside_clock(round, context.rules.measuring.tolerance);
}

/// One more round of those that are not clear yet.
void measure_round(const Context& context, const Participants& with, std::vector<Measured*> parts) {
  for (Measured* part : parts) part->reference.prepare();
  std::vector<std::optional<Samples>> students;
  for (Measured* part : parts) {
    const bool is_last = part == parts.back();
    students.push_back(measure_student(context, with, part->reference.times(), is_last, part->state));
  }
  with.student.end();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!students[i]) continue;
    Round taken{std::move(*students[i]), parts[i]->reference.times()};
    taken.drift = parts[i]->reference.look_again();
    if (taken.drift > 0) taken.reference.samples.append(parts[i]->reference.times().samples);
    ask_outside_clock(taken, context.rules.measuring.tolerance);
    if (taken.doubt() > most_doubt) ask_again(context, parts[i]->reference, taken);
    if (!parts[i]->best || taken.unclear() < parts[i]->best->unclear()) parts[i]->best = std::move(taken);
  }
}

Quartiles quartiles(const std::vector<double>& samples) {
  return {{quantile(samples, 0.25)}, {quantile(samples, 0.5)}, {quantile(samples, 0.75)}};
}

StageTimes medians(const std::array<std::vector<double>, 3>& stages) {
  StageTimes times{};
  for (std::size_t stage = 0; stage < times.size(); ++stage) times[stage] = estimate_median(stages[stage]).median;
  return times;
}

/// Nothing when the part fails by what it claims.
std::optional<Performance> performance_of(const Context& context, const Participants& with, const Round& round,
                                          PartState& state) {
  const Samples& theirs = round.students;
  const Samples& ours = round.reference.samples;
  if (!theirs.stages[0].empty()) {
    check_stage_times(medians(theirs.stages), medians(ours.stages), StageTolerance{}, state,
                      stage_lines(context.source, state.part->entry));
    if (!state.is_right()) return std::nullopt;
  }
  const course::Measuring& measuring = context.rules.measuring;
  const MedianEstimate estimate = estimate_median(theirs.event);
  const course::Operation& operation = state.part->operation;
  const course::Size size = with.students_memory.problem().size;
  Performance result = performance_at(context, with, round.reference, state,
                                      std::max(estimate.median, round.least_time), estimate_median(ours.event).median);
  if (operation.steps != nullptr) {
    result.step = operation.step;
    result.step_bytes = static_cast<double>(operation.bytes_moved(size)) / static_cast<double>(operation.steps(size));
  }
  // What a busy machine adds counts, too, but is no reason to doubt anybody's events.
  constexpr double notable = 1.02;
  result.outside_clock = !(estimate.median * notable >= round.least_time);
  result.ci95 = estimate.half_width;
  result.reference_drift = round.drift;
  result.is_steady = round.drift <= most_drift;
  result.excess = quartiles(ours.excess);
  result.delay = quartiles(ours.delay);
  result.late.value = round.late;
  // A copy within the device says nothing of bytes that cross the link to the host.
  const bool is_comparable = state.part->clock == course::Clock::device && result.copy.value > 0;
  result.copy_fraction = is_comparable ? result.gbps / result.copy : 0;
  result.samples = static_cast<int>(theirs.size());
  result.ended_early = result.samples < measuring.min_samples;
  result.launches = round.reference.launches;
  result.size = size;
  result.capped = !result.ended_early && estimate.half_width > measuring.ci_half_width;
  return result;
}

}  // namespace

PerformanceProblem plan_performance(const Context& context, const course::Part& part) {
  const course::Measuring& measuring = context.rules.measuring;
  // What the host waits for is long enough to be timed one by one.
  const int timed = part.clock == course::Clock::host ? 1 : measuring.max_launches;
  PerformanceProblem plan{
      {part.operation, context.backend.performance_size(context.lab, context.lab_rules, part), timed + timed_first},
      "",
      false};
  const auto available = context.backend.free_memory();
  if (!available) return plan;
  const double budget = measuring.memory_share * static_cast<double>(available->value);
  const auto fits = [&] {
    return static_cast<double>(backends::Layout(plan.problem).bytes(course::Place::device)) <= budget;
  };
  const int fewest = std::min(3, plan.problem.slots);  // below, rather a smaller problem
  plan.is_less = !fits();
  while (!fits() && plan.problem.slots > fewest) --plan.problem.slots;
  while (!fits()) {
    // Halve every extent; what is a multiple of 32 stays one for a long time.
    bool smaller = false;
    for (int i = 0; i < context.lab.rank(); ++i) {
      if (plan.problem.size.extent[i] > 1) smaller = true;
      plan.problem.size.extent[i] = std::max<std::int64_t>(1, plan.problem.size.extent[i] / 2);
    }
    plan.problem.size = course::problem_size(part.operation, plan.problem.size);
    if (!smaller) throw CannotGrade("the GPU has no free memory: another program is using it; try again later");
  }
  const course::Size asked = context.backend.performance_size(context.lab, context.lab_rules, part);
  if (plan.problem.size != asked) {
    plan.note =
        fmt::format("measured at {} instead of {}: the GPU has only {} MiB free",
                    size_text(plan.problem.size, part.rank()), size_text(asked, part.rank()), available->value >> 20);
  }
  return plan;
}

std::vector<std::optional<Performance>> measure(const Context& context, const Participants& with,
                                                std::span<PartState* const> parts) {
  std::deque<Measured> all;  // they do not move
  for (PartState* state : parts) all.emplace_back(context, with, *state);
  for (int round = 0; round < most_rounds; ++round) {
    std::vector<Measured*> unclear;
    for (Measured& part : all) {
      if (!part.is_done()) unclear.push_back(&part);
    }
    if (!unclear.empty()) measure_round(context, with, unclear);
  }
  std::vector<std::optional<Performance>> results;
  for (Measured& part : all) {
    const bool is_measured = part.best && part.state.is_right();
    results.push_back(is_measured ? performance_of(context, with, *part.best, part.state) : std::nullopt);
  }
  return results;
}

}  // namespace grader

#include "grader/pipeline/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backends/layout.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/stream_time.hpp"
#include "grader/statistics.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

// The share of outside times below which delays are taken to be absent: on a quiet machine at least half of
// all batches are.
constexpr double quiet_share = 0.25;
constexpr int timed_first = 1;  // slot 0 is the untimed launch's

struct Samples {
  std::vector<double> event;                  // seconds a launch
  std::vector<double> outside;                // seconds a batch
  std::vector<double> excess;                 // of outside over events, seconds a batch
  std::array<std::vector<double>, 3> stages;  // that the timed launch says it took, in milliseconds, where it does
};

/// Runs one side's batches.
class Side {
 public:
  Side(const Context& context, Session& session, backends::Workspace& workspace, PartState& state)
      : context_(context), session_(session), workspace_(workspace), state_(state) {}

  /// One untimed launch, `launches` timed ones, then every output of all of them checked: nothing of the
  /// grader's runs on the device in between. False when the part failed. `entry` is called in place of the part's
  /// function, and then nothing is checked: it does only a piece of the work.
  bool batch(int launches, Samples& samples, std::string_view entry = {}) {
    const std::uint64_t seed = take_seed(context_, state_, workspace_.problem().size);
    workspace_.refill(seed, 0, timed_first + launches);
    if (!run(0, timed_first, entry)) return false;
    const auto outcome = run(timed_first, launches, entry);
    if (!outcome) return false;
    if (entry.empty()) note_check(context_, workspace_, seed, 0, timed_first + launches, state_);
    // Not a number, or less than nothing: the event time is wrong, and the outside clock decides alone.
    const double event = outcome->event.value > 0 ? outcome->event.value : 0;
    samples.event.push_back(event / launches);
    samples.outside.push_back(outcome->outside.value);
    samples.excess.push_back(outcome->outside.value - event);
    if (entry.empty()) note_stage_times(outcome->outside, samples);
    return state_.is_right();
  }

 private:
  std::optional<backends::RunOutcome> run(int first, int slots, std::string_view entry) {
    backends::PartRunOptions options;
    options.entry = entry;
    options.first = first;
    options.slots = slots;
    options.is_timed = first == timed_first;
    backends::RunOutcome outcome = session_.run(context_.lab, *state_.part, workspace_, options);
    if (!note_run(context_, workspace_, outcome, state_)) return std::nullopt;
    return outcome;
  }

  /// The first timed launch's; a batch of such a part has no other.
  void note_stage_times(units::Seconds outside, Samples& samples) {
    const auto claimed = claimed_stage_times(workspace_, timed_first);
    if (!claimed || !state_.is_right()) return;
    double sum = 0;
    for (std::size_t stage = 0; stage < claimed->size(); ++stage) {
      sum += (*claimed)[stage];
      samples.stages[stage].push_back((*claimed)[stage]);
    }
    const double most = outside.value * 1e3;
    if (sum > most) state_.reasons.push_back(reason_stage_sum(*state_.part, sum, most));
  }

  const Context& context_;
  Session& session_;
  backends::Workspace& workspace_;
  PartState& state_;
};

[[noreturn]] void reference_failed(const PartState& state) {
  throw CannotGrade(fmt::format("this is a bug in the course, not in your code: the reference of part {} failed{}",
                                state.part->id, state.reasons.empty() ? "" : ": " + state.reasons.front().text));
}

/// As many launches as make the tolerance a small share of a batch, but no more than there are slots for.
int choose_launches(const Context& context, Side& reference, const PartState& state, int most) {
  Samples once;
  if (!reference.batch(1, once)) reference_failed(state);
  const course::Measuring& measuring = context.rules.measuring;
  const double seconds = std::max(once.event.front(), 1e-6);
  return std::clamp(static_cast<int>(std::ceil(measuring.tolerance.value / (measuring.tolerance_share * seconds))), 1,
                    most);
}

/// The longest of the part's bounds, in seconds a launch; 0 where it has none.
double measure_bound(Side& reference, const PartState& state, int launches) {
  constexpr int samples = 5;
  double longest = 0;
  for (const std::string_view entry : state.part->bounds) {
    Samples taken;
    for (int i = 0; i < samples; ++i) {
      if (!reference.batch(launches, taken, entry)) reference_failed(state);
    }
    longest = std::max(longest, estimate_median(taken.event).median);
  }
  return longest;
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
      {part.operation, context.backend.performance_size(context.lab_rules, part), timed + timed_first}, ""};
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
  const course::Size asked = context.backend.performance_size(context.lab_rules, part);
  if (plan.problem.size != asked) {
    plan.note = fmt::format("measured at {} instead of {}: the GPU has only {} MiB free",
                            size_text(plan.problem.size, context.lab.rank()), size_text(asked, context.lab.rank()),
                            available->value >> 20);
  }
  return plan;
}

std::optional<Performance> measure(const Context& context, Session& student_session, Session& reference_session,
                                   backends::Workspace& workspace, units::GBps copy, PartState& state) {
  const course::Measuring& measuring = context.rules.measuring;
  PartState reference_state;
  reference_state.part = state.part;
  Side student(context, student_session, workspace, state);
  Side reference(context, reference_session, workspace, reference_state);
  const int launches = choose_launches(context, reference, reference_state, workspace.problem().slots - timed_first);

  Samples theirs;
  Samples ours;
  MedianEstimate estimate;
  do {
    process::throw_if_interrupted();
    if (context.progress) {
      context.progress(
          fmt::format("{} {}: measuring, batch {}", state.part->id, state.part->title, theirs.event.size() + 1));
    }
    if (!student.batch(launches, theirs)) return std::nullopt;
    if (!reference.batch(launches, ours)) reference_failed(reference_state);
    estimate = estimate_median(theirs.event);
  } while (
      static_cast<int>(theirs.event.size()) < measuring.min_samples ||
      (estimate.half_width > measuring.ci_half_width && static_cast<int>(theirs.event.size()) < measuring.max_samples));

  if (!theirs.stages[0].empty()) {
    check_stage_times(medians(theirs.stages), medians(ours.stages), StageTolerance{}, state);
    if (!state.is_right()) return std::nullopt;
  }
  const double unforgeable =
      (quantile(theirs.outside, quiet_share) - quantile(ours.excess, quiet_share) - measuring.tolerance.value) /
      launches;
  const course::Operation& operation = state.part->operation;
  const units::Bytes moved{operation.bytes_moved(workspace.problem().size)};
  Performance result;
  if (operation.steps != nullptr) {
    result.step = operation.step;
    result.step_bytes =
        static_cast<double>(moved.value) / static_cast<double>(operation.steps(workspace.problem().size));
  }
  if (const double bound = measure_bound(reference, reference_state, launches); bound > 0) {
    result.bound = moved / units::Seconds{bound};
  }
  // What a busy machine adds counts, too, but is no reason to doubt anybody's events.
  constexpr double notable = 1.02;
  result.outside_clock = !(estimate.median * notable >= unforgeable);
  result.gbps = moved / units::Seconds{std::max(estimate.median, unforgeable)};
  result.ci95 = estimate.half_width;
  result.reference = moved / units::Seconds{estimate_median(ours.event).median};
  // A copy within the device says nothing of bytes that cross the link to the host.
  const bool is_comparable = state.part->clock == course::Clock::device && copy.value > 0;
  result.copy_fraction = is_comparable ? result.gbps / copy : 0;
  result.samples = static_cast<int>(theirs.event.size());
  result.launches = launches;
  result.size = workspace.problem().size;
  result.capped = estimate.half_width > measuring.ci_half_width;
  return result;
}

}  // namespace grader

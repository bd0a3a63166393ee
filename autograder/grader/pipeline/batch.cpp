#include "grader/pipeline/batch.hpp"

#include <algorithm>

#include "grader/errors.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/stream_time.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

constexpr int most_attempts = 3;
// Longer than a process's turn on the device.
constexpr units::Seconds several_turns{20e-3};

template <class T>
void drop_first(std::vector<T>& samples, std::size_t most) {
  if (samples.size() > most) samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(most));
}

template <class T>
void append_all(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void Samples::append(const Samples& others) {
  append_all(event, others.event);
  append_all(outside, others.outside);
  append_all(excess, others.excess);
  append_all(delay, others.delay);
  for (std::size_t stage = 0; stage < stages.size(); ++stage) append_all(stages[stage], others.stages[stage]);
  append_all(first, others.first);
  taken += others.size();
}

void Samples::keep_last(std::size_t most) {
  for (std::vector<double>* each : {&event, &outside, &excess, &delay}) drop_first(*each, most);
  for (std::vector<double>& stage : stages) drop_first(stage, most);
  drop_first(first, most);
}

int first_slot(std::size_t taken, int launches, int slots) {
  const int groups = std::max(1, (slots - timed_first) / launches);
  return timed_first + static_cast<int>(taken % static_cast<std::size_t>(groups)) * launches;
}

bool Batches::run(int launches, Samples& samples, const std::function<bool(const Samples&)>& is_last,
                  std::string_view entry) {
  for (int i = 0; i < most_attempts; ++i) {
    const End end = attempt(launches, samples, is_last, entry);
    if (end != End::disturbed) return end == End::counts;
    session_.settle();
  }
  blame();
  return false;
}

Batches::End Batches::attempt(int launches, Samples& samples, const std::function<bool(const Samples&)>& is_last,
                              std::string_view entry) {
  const auto seed = [&] { return take_seed(context_, state_, workspace_.problem().size); };
  const Timed timed{first_slot(samples.taken, launches, workspace_.problem().slots), launches};
  Seeds seeds;
  seeds.untimed = seed();
  {
    const InPhase filling(context_.stopwatch, Phase::fill);
    workspace_.refill(seeds.untimed, untimed_slot, 1);
  }
  backends::RunOutcome outcome;
  if (const End end = call(untimed_slot, 1, entry, outcome); end != End::counts) return end;
  if (!session_.pause()) return End::disturbed;

  seeds.timed = seed();
  // Most kernels that were left behind show at once, all of them in a long look.
  const units::Seconds shortest = samples.size() % 8 == 1 ? several_turns : units::Seconds{};
  if (!prepare(timed, seeds.timed, shortest)) return End::disturbed;
  if (const End end = call(timed.first, timed.launches, entry, outcome); end != End::counts) return end;
  watch_.begin();
  const std::chrono::duration<double> delay = process::Clock::now() - outcome.replied;
  const bool is_checked = entry.empty();
  const std::uint64_t choice = fresh_seed();
  bool has_ended = true;
  if (is_checked) {
    const InPhase checking(context_.stopwatch, Phase::check);
    has_ended = workspace_.are_samples_right(timed.first, timed.launches, choice);
  }
  const bool is_paused = session_.pause();

  Samples extended = samples;
  extended.append(sample_of(timed, outcome, entry));
  extended.delay.push_back(delay.count());
  bool was_alone = false;
  if (is_checked && is_last && is_last(extended)) {
    was_alone = end_watch(several_turns);
    session_.end();
    check(timed, seeds);
  } else {
    if (is_checked) check(timed, seeds);
    // Wrong outputs may be those of work that has not ended: give it time, and its process, to be seen.
    if (!state_.is_right() && !has_ended) session_.go_on();
    was_alone = end_watch(state_.is_right() ? units::Seconds{} : several_turns);
  }
  if (!state_.is_right()) {
    // What stays wrong is wrong, whatever else the device did meanwhile: the reason names the element.
    const bool became_right = !has_ended && workspace_.are_samples_right(timed.first, timed.launches, choice);
    if (became_right) state_.reasons.push_back(reason_outlives_call(*state_.part));
    return End::failed;
  }
  if (is_checked) check_stage_sum(extended, outcome.outside);
  if (!state_.is_right()) return End::failed;
  if (!was_alone || !has_ended || !is_paused) return End::disturbed;
  samples = std::move(extended);
  return End::counts;
}

/// A process that is worn out is ended: what it has piled up is no fault of this batch.
Batches::End Batches::call(int first, int slots, std::string_view entry, backends::RunOutcome& outcome) {
  backends::PartRunOptions options;
  options.entry = entry;
  options.first = first;
  options.slots = slots;
  options.is_timed = first != untimed_slot;
  const InPhase calling(context_.stopwatch, options.is_timed ? Phase::timed : Phase::untimed);
  outcome = session_.run(context_.lab, *state_.part, workspace_, options);
  if (session_.is_worn_out(outcome)) {
    session_.end();
    return End::disturbed;
  }
  return note_run(context_, workspace_, outcome, state_) ? End::counts : End::failed;
}

/// Fills the timed slots, in at least `shortest`. False when the grader was not alone meanwhile.
bool Batches::prepare(Timed timed, std::uint64_t seed, units::Seconds shortest) {
  bool is_untouched = false;
  {
    const InPhase filling(context_.stopwatch, Phase::fill);
    watch_.begin();
    workspace_.refill(seed, timed.first, timed.launches);
    is_untouched = workspace_.is_untouched(timed.first, timed.launches);
    watch_.flush_caches();
  }
  const bool was_alone = end_watch(shortest);
  return was_alone && is_untouched;
}

bool Batches::end_watch(units::Seconds shortest) {
  const InPhase watching(context_.stopwatch, Phase::watch);
  return watch_.end(shortest);
}

void Batches::check(Timed timed, const Seeds& seeds) {
  const InPhase checking(context_.stopwatch, Phase::check);
  note_check(context_, workspace_, seeds.untimed, untimed_slot, 1, state_);
  note_check(context_, workspace_, seeds.timed, timed.first, timed.launches, state_);
}

/// Whose work was it, the part's or another program's?
void Batches::blame() {
  session_.end();
  watch_.begin();
  const bool is_quiet = watch_.end(several_turns);
  if (!is_quiet || whose_ == Whose::reference) {
    throw CannotGrade("another program is using the GPU, so nothing can be timed: try again later");
  }
  state_.reasons.push_back(reason_outlives_call(*state_.part));
}

Samples Batches::sample_of(Timed timed, const backends::RunOutcome& outcome, std::string_view entry) {
  Samples sample;
  // Not a number, or less than nothing: the event time is wrong, and the outside clock decides alone.
  const double event = outcome.event.value > 0 ? outcome.event.value : 0;
  sample.event.push_back(event / timed.launches);
  sample.outside.push_back(outcome.outside.value);
  sample.excess.push_back(outcome.outside.value - event);
  sample.first.push_back(timed.first);
  const auto claimed = entry.empty() ? claimed_stage_times(workspace_, timed.first) : std::nullopt;
  // The first timed launch's; a batch of such a part has no other.
  for (std::size_t stage = 0; claimed && stage < claimed->size(); ++stage) {
    sample.stages[stage].push_back((*claimed)[stage]);
  }
  return sample;
}

/// The last sample's stages together cannot have taken longer than the whole call.
void Batches::check_stage_sum(const Samples& samples, units::Seconds outside) {
  if (samples.stages[0].empty() || !state_.is_right()) return;
  double sum = 0;
  for (const std::vector<double>& stage : samples.stages) sum += stage.back();
  const double most = outside.value * 1e3;
  if (sum > most) state_.reasons.push_back(reason_stage_sum(*state_.part, sum, most));
}

}  // namespace grader

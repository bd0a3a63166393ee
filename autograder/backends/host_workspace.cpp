#include "backends/host_workspace.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "backends/placed_workspace.hpp"
#include "backends/shared_memory.hpp"
#include "course/operations.hpp"

namespace backends {
namespace {

using Judge = Tally (*)(std::span<const float> actual, const course::Inputs& inputs, course::Size size, int output,
                        std::vector<course::Expected>* kept);

/// What each element of an operation's output must be; for a sum, all of them at once.
template <class Operation>
class ExpectedOutput {
 public:
  ExpectedOutput(const course::Inputs& inputs, course::Size size, int output, std::size_t elements)
      : inputs_(inputs), size_(size), output_(output) {
    if constexpr (course::is_sum<Operation>) {
      units_.resize(elements);
      for (std::int64_t term = 0; term < Operation::terms(size); ++term) {
        Operation::add_term(inputs, size, term, [&](std::int64_t element, int value) {
          units_[static_cast<std::size_t>(element)] += value;
        });
      }
    }
  }

  course::Expected operator()(std::int64_t index) const {
    if constexpr (course::is_sum<Operation>) {
      return {static_cast<double>(units_[static_cast<std::size_t>(index)]) * Operation::unit, 0.0};
    } else {
      return course::expected_element<Operation>(inputs_, size_, output_, index);
    }
  }

 private:
  course::Inputs inputs_;
  course::Size size_;
  int output_;
  std::vector<std::int64_t> units_;  // of a sum
};

// Some operations are long chains of fmaf, which is one instruction on most processors and a call on others.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define COURSE_WITH_FMA __attribute__((target_clones("fma", "default")))
#else
#define COURSE_WITH_FMA
#endif

/// Of the elements from `begin` to before `end`, whose right values `expected(index)` gives.
template <class Operation, class ExpectedValues>
COURSE_WITH_FMA Tally judge_range(std::span<const float> actual, const ExpectedValues& expected, std::size_t begin,
                                  std::size_t end) {
  constexpr course::Element type = course::operation<Operation>().output_element;
  Tally tally;
  for (std::size_t i = begin; i < end; ++i) {
    if (bits_of(actual[i]) == course::poison_bits) ++tally.poisoned;
    if (is_right(actual[i], type, expected(static_cast<std::int64_t>(i)))) continue;
    ++tally.wrong;
    tally.first_wrong = std::min(tally.first_wrong, static_cast<unsigned long long>(i));
  }
  return tally;
}

/// Below so many, a thread costs more than it saves.
constexpr std::size_t least_elements_of_a_thread = std::size_t{1} << 14;

template <class Operation, class ExpectedValues>
Tally judge_pieces(std::span<const float> actual, const ExpectedValues& expected) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t pieces = std::clamp<std::size_t>(actual.size() / least_elements_of_a_thread, 1, processors);
  std::vector<std::future<Tally>> judged;
  for (std::size_t piece = 1; piece < pieces; ++piece) {
    judged.push_back(std::async(std::launch::async, judge_range<Operation, ExpectedValues>, actual, std::cref(expected),
                                actual.size() * piece / pieces, actual.size() * (piece + 1) / pieces));
  }
  Tally all = judge_range<Operation>(actual, expected, 0, actual.size() / pieces);
  for (std::future<Tally>& one : judged) {
    const Tally tally = one.get();
    all.wrong += tally.wrong;
    all.poisoned += tally.poisoned;
    all.first_wrong = std::min(all.first_wrong, tally.first_wrong);
  }
  return all;
}

/// `kept`: the right values from an earlier call with the same inputs, or empty; then they are put there. Null: they
/// are computed where they are needed.
template <class Operation>
Tally judge_elements(std::span<const float> actual, const course::Inputs& inputs, course::Size size, int output,
                     std::vector<course::Expected>* kept) {
  if (kept != nullptr && !kept->empty()) {
    return judge_pieces<Operation>(actual, [kept](std::int64_t i) { return (*kept)[static_cast<std::size_t>(i)]; });
  }
  const ExpectedOutput<Operation> expected(inputs, size, output, actual.size());
  if (kept == nullptr) return judge_pieces<Operation>(actual, expected);
  kept->reserve(actual.size());
  for (std::size_t i = 0; i < actual.size(); ++i) kept->push_back(expected(static_cast<std::int64_t>(i)));
  return judge_elements<Operation>(actual, inputs, size, output, kept);
}

/// Of a sum only whether something was stored: its value takes as long as the whole check.
template <class Operation>
std::int64_t count_wrong(std::span<const float> actual, const course::Inputs& inputs, course::Size size, int output,
                         std::uint64_t choice) {
  constexpr course::Element type = course::operation<Operation>().output_element;
  std::int64_t wrong = 0;
  for (int sample = 0; sample < samples_per_output && !actual.empty(); ++sample) {
    const std::int64_t i = sampled_element(choice, sample, static_cast<std::int64_t>(actual.size()));
    const float element = actual[static_cast<std::size_t>(i)];
    if constexpr (course::is_sum<Operation>) {
      wrong += bits_of(element) == course::poison_bits ? 1 : 0;
    } else {
      wrong += is_right(element, type, course::expected_element<Operation>(inputs, size, output, i)) ? 0 : 1;
    }
  }
  return wrong;
}

using CountWrong = std::int64_t (*)(std::span<const float> actual, const course::Inputs& inputs, course::Size size,
                                    int output, std::uint64_t choice);
template <class... Operations>
constexpr auto counts_of_wrong(std::tuple<Operations...>* /*list*/) {
  return std::array<CountWrong, sizeof...(Operations)>{count_wrong<Operations>...};
}
constexpr auto count_wrong_of = counts_of_wrong(static_cast<course::Operations*>(nullptr));

template <class... Operations>
constexpr auto judges(std::tuple<Operations...>* /*list*/) {
  return std::array<Judge, sizeof...(Operations)>{judge_elements<Operations>...};
}
constexpr auto judge_of = judges(static_cast<course::Operations*>(nullptr));

/// Of a problem with no larger buffer, the right values are kept.
constexpr std::int64_t most_elements_of_small = std::int64_t{1} << 15;

/// What a slot's buffers begin with, and what its outputs must hold then. This memory is never lent.
struct Known {
  std::uint64_t seed = 0;
  std::array<std::vector<float>, course::Inputs::most_known> inputs;
  std::vector<std::vector<course::Expected>> expected;  // empty: not computed yet
};

class HostWorkspace : public PlacedWorkspace {
 public:
  HostWorkspace(const Problem& problem, runner::Lending lending) : PlacedWorkspace(problem), lending_(lending) {
    for (const course::Place place : {course::Place::device, course::Place::host}) {
      if (layout().bytes(place) != 0) memory_[static_cast<int>(place)].emplace(layout().bytes(place));
    }
    is_small_ = true;
    for (int buffer = 0; buffer < layout().buffers(); ++buffer) {
      is_small_ = is_small_ && layout().elements(buffer) <= most_elements_of_small;
    }
  }

  std::vector<LentRegion> regions() const override {
    std::vector<LentRegion> regions;
    for (const course::Place place : {course::Place::device, course::Place::host}) {
      const auto& memory = memory_[static_cast<int>(place)];
      const bool on_device = place == course::Place::device;
      const runner::Lending lending = on_device ? lending_ : runner::Lending::host_shared;
      if (memory) regions.push_back({{place, lending, layout().bytes(place), {}}, memory->descriptor()});
    }
    return regions;
  }

 private:
  std::span<float> at(const Range& range) const {
    char* const base = memory_[static_cast<int>(range.place)]->base();
    return {reinterpret_cast<float*>(base + range.offset), static_cast<std::size_t>(range.elements)};
  }

  /// An output's elements may need the same value many times, and computing it takes longer than reading it.
  course::Inputs with_known(const course::Inputs& inputs) override {
    course::Inputs known = inputs;
    const Known& values = known_of(inputs);
    for (std::size_t buffer = 0; buffer < values.inputs.size(); ++buffer) {
      if (!values.inputs[buffer].empty()) known.known[buffer] = values.inputs[buffer].data();
    }
    return known;
  }
  Known& known_of(const course::Inputs& inputs) {
    const auto found = std::ranges::find(known_, inputs.seed, &Known::seed);
    if (found != known_.end()) return *found;
    // Small problems are computed again and again, in some slots each with inputs of its own.
    if (known_.size() == (is_small_ ? runner::max_launches : 1)) known_.erase(known_.begin());
    Known& values = known_.emplace_back(Known{inputs.seed, {}, {}});
    for (int buffer = 0; buffer < std::min(layout().buffers(), course::Inputs::most_known); ++buffer) {
      if (!problem().operation.starts_with_values(buffer)) continue;
      std::vector<float>& all = values.inputs[static_cast<std::size_t>(buffer)];
      all.resize(static_cast<std::size_t>(layout().elements(buffer)));
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = inputs(buffer, static_cast<std::int64_t>(i));
    }
    values.expected.resize(static_cast<std::size_t>(problem().operation.output_count));
    return values;
  }
  void fill_input(const Range& range, const course::Inputs& inputs, int buffer) override {
    const std::span<float> elements = at(range);
    const course::Inputs known = with_known(inputs);
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = known(buffer, static_cast<std::int64_t>(i));
  }
  bool is_input_unchanged(const Range& range, const course::Inputs& inputs, int buffer) override {
    const std::span<float> elements = at(range);
    const course::Inputs known = with_known(inputs);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (bits_of(elements[i]) != bits_of(known(buffer, static_cast<std::int64_t>(i)))) return false;
    }
    return true;
  }
  void fill(const Range& range, std::uint32_t bits) override {
    std::ranges::fill(at(range), std::bit_cast<float>(bits));
  }
  bool still_holds(const Range& range, std::uint32_t bits) override {
    return std::ranges::all_of(at(range), [=](float value) { return bits_of(value) == bits; });
  }
  Tally judge(const Range& range, const course::Inputs& inputs, int output) override {
    const auto id = static_cast<std::size_t>(problem().operation.id);
    const course::Inputs known = with_known(inputs);
    std::vector<course::Expected>& kept = known_of(inputs).expected[static_cast<std::size_t>(output)];
    return judge_of[id](at(range), known, problem().size, output, is_small_ ? &kept : nullptr);
  }
  std::int64_t count_wrong_samples(const std::vector<Output>& outputs, std::uint64_t choice) override {
    std::int64_t wrong = 0;
    for (const Output& each : outputs) {
      wrong += count_wrong_host_samples(problem(), at(each.range), each.inputs, each.output, choice);
    }
    return wrong;
  }
  std::vector<float> read(const Range& range) override { return {at(range).begin(), at(range).end()}; }

  runner::Lending lending_;
  bool is_small_ = false;
  std::vector<Known> known_;  // the latest seed last
  std::array<std::optional<SharedMemory>, course::places> memory_;
};

}  // namespace

std::int64_t count_wrong_host_samples(const Problem& problem, std::span<const float> actual,
                                      const course::Inputs& inputs, int output, std::uint64_t choice) {
  return count_wrong_of[static_cast<std::size_t>(problem.operation.id)](actual, inputs, problem.size, output, choice);
}

std::unique_ptr<Workspace> make_host_workspace(const Problem& problem, runner::Lending lending) {
  return std::make_unique<HostWorkspace>(problem, lending);
}

}  // namespace backends

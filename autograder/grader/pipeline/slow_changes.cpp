#include "grader/pipeline/slow_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "grader/metrics.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/pipeline/stream_time.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/variant_library.hpp"
#include "grader/words/change_ranks.hpp"
#include "grader/words/change_words.hpp"

namespace grader {
namespace {

using course::MetricValues;
using course::Size;

/// Larger sizes take longer, and tell no more.
constexpr std::int64_t most_elements_tried = 20000;
/// Units of the emulator's work (simt/core/work_limit.hpp) of all runs of variants together.
constexpr std::int64_t most_work_of_all = 90'000'000;
/// Besides, of those that are counted at the performance size.
constexpr std::int64_t most_work_at_the_end = 60'000'000;
/// Each of them: the windows of part 6.4 need 75 million.
constexpr std::int64_t most_work_of_one = 120'000'000;
/// What there is at least for the few that are counted at a small size and help: they must be right at all sizes.
constexpr std::int64_t least_work_of_few = 30'000'000;
/// Of what is left, single numbers may use so much to be tried, and all changes so much to be counted.
constexpr double share_of_trying = 0.4, share_of_counting = 0.7;
/// What a run costs besides: its inputs are filled, its outputs are checked.
constexpr std::int64_t work_of_a_run = 8192, work_of_an_element = 4;
/// To count costs more than to run.
constexpr std::int64_t times_of_counting = 3;
/// A process that ends is followed by a new one.
constexpr std::int64_t work_of_a_process = 1'000'000;
constexpr int most_ends = 32;
/// A variant may go on for ever; but one that is faster does not do much more than the original: at small sizes, as
/// much as larger blocks have threads without work.
constexpr std::int64_t times_the_original = 8;
/// Extents of the size at which all variants run: with less, a warp has other reasons to be slow.
constexpr std::int64_t least_extent = 33;
/// Counts are made at a part of the size: of a long row, at a smaller one.
constexpr std::int64_t most_parts = 8, long_extent = std::int64_t{1} << 20;
/// How many are tried at all sizes, and how many of these are counted at the performance size.
constexpr std::size_t most_at_all_sizes = 12, most_counted = 4;
/// At small sizes more of what moves lies at the edges.
constexpr double good_share_when_small = 0.6;
/// Of what is beyond the limit, a change must take away so much to be the cause.
constexpr double good_share = 0.8;
/// Of the time, the number of pieces often has a share besides.
constexpr double good_share_of_time = 0.5;
constexpr std::uint64_t own_inputs = 0x2545f4914f6cdd1d;

/// Metrics that lines of a kernel, or the shape of its launch, decide. Others have words of their own.
bool is_of_lines(course::MetricKey key) {
  constexpr course::MetricKey all[] = {"traffic_vs_minimum",  "conflict_share",    "shared_wavefronts",
                                       "constant_wavefronts", "partition_camping", "local_vs_minimum",
                                       "local_wavefronts",    "divergence"};
  return std::any_of(std::begin(all), std::end(all), [&](course::MetricKey one) { return one.row() == key.row(); });
}

/// Where a kernel uses the host's memory, it is late because its accesses are too many: these are judged as well.
bool is_time(course::MetricKey key) { return key.row() == course::MetricKey("time_vs_bound").row(); }

/// The first metric that is beyond its limit, the time left out; null where there is none, or where another one is that
/// no line decides.
const course::Metric* exceeded(const MetricValues& values, const course::TrafficLimits& limits) {
  const course::Metric* first = nullptr;
  for (const course::Metric& metric : course::metrics) {
    const course::Judgement judgement = course::judge(metric, values, limits);
    if (judgement == course::Judgement::too_little) return nullptr;
    if (judgement != course::Judgement::too_much || is_time(metric)) continue;
    if (!is_of_lines(metric)) return nullptr;
    if (first == nullptr) first = &metric;
  }
  return first;
}

/// Of what the first metric beyond its limit has too much `before`, `after` lacks at least `share`; no other one is
/// worse, or beyond its limit where it was not.
bool is_better(const MetricValues& before, const MetricValues& after, const course::TrafficLimits& limits,
               double share) {
  bool is_first = true;
  for (const course::Metric& metric : course::metrics) {
    if (is_time(metric)) continue;
    const course::Judgement now = course::judge(metric, after, limits);
    if (now == course::Judgement::too_little) return false;
    const bool was_too_much = course::judge(metric, before, limits) == course::Judgement::too_much;
    const double least_less = std::exchange(is_first, is_first && !was_too_much) ? share : 0;
    if (now != course::Judgement::too_much) continue;
    if (!was_too_much) return false;
    const double limit = *limits.at_most[metric];
    if (*after[metric] - limit > (1 - least_less) * (*before[metric] - limit)) return false;
  }
  return true;
}

/// `cudaStreamWaitEvent(…);` and its kin.
bool is_wait(const std::string& statement) {
  constexpr std::array<std::string_view, 4> waits{"cudaStreamWaitEvent", "cudaStreamSynchronize",
                                                  "cudaEventSynchronize", "cudaDeviceSynchronize"};
  return std::any_of(waits.begin(), waits.end(), [&](std::string_view one) { return statement.starts_with(one); });
}

/// What exchanges whole accesses is tried first, and single numbers only where none of these helps. What is missing or
/// too much makes no right code slow.
enum class Turn { first, second, never };

Turn turn_of(const simt::Variant& change) {
  using Kind = simt::ChangeKind;
  // What a condition asks stays the same where an element that it reads comes from shared memory.
  if (change.where == "the condition" && change.kind != Kind::not_from_tile) return Turn::never;
  switch (change.kind) {
    case Kind::row_length:
    case Kind::size_everywhere:
    case Kind::not_from_tile:
    case Kind::pieces:
    case Kind::turned_loop:
    case Kind::turned_threads:
    case Kind::exchanged_names:
    case Kind::exchanged_here:
    case Kind::lacks_dimension:
    case Kind::exchanged_signs:
      return Turn::first;
    case Kind::exchanged:
      // Few sizes have as many blocks as a block may have threads.
      return change.where == "the numbers of the launch" ? Turn::never : Turn::first;
    case Kind::off_by_one:
    case Kind::factor:
    case Kind::constant:
      // Of 0 there is no multiple.
      return change.here == "0" || change.where == "the condition of the loop" ? Turn::never : Turn::second;
    case Kind::other_member:
    case Kind::other_index:
    case Kind::index_of_other:
    case Kind::other_operator:
    case Kind::other_name:
    case Kind::other_block:
    case Kind::brackets:
    case Kind::scaled_counter:
    case Kind::surplus_addend:
    case Kind::surplus_rest:
      return Turn::second;
    default:
      return Turn::never;
  }
}

class SlowSearch {
 public:
  SlowSearch(const Context& context, const course::Part& part, const course::TrafficLimits& limits,
             const VariantLibrary& built, std::vector<int> slow_lines)
      : context_(context),
        part_(part),
        limits_(limits),
        built_(built),
        slow_lines_(std::move(slow_lines)),
        session_(context.backend, built.library, context.rules.limits, /*schedule=*/0) {}

  /// A change that brings `before`, which the original has at `size`, back within the limits.
  struct Found {
    int variant = 0;
    MetricValues after;
    bool is_within = false;  ///< all limits
  };

  std::vector<Found> run(const Size& size, const MetricValues& before) {
    const std::vector<Size> sizes = small_sizes();
    if (sizes.empty()) return {};
    original_work_.push_back({size, false, most_work_of_one});
    MetricValues when_small;
    const Size small = size_to_count(size, when_small);
    std::vector<Found> found;
    for (const Turn turn : {Turn::first, Turn::second}) {
      std::vector<int> open;
      for (std::size_t i = 0; i < built_.list.size(); ++i) {
        if (turn_of(built_.list[i]) == turn) open.push_back(static_cast<int>(i) + 1);
      }
      if (turn == Turn::second) keep_nearest(open, affordable(sizes.front(), share_of_trying));
      open = right_at(sizes.front(), open, /*finds_races=*/false);
      const auto least_left = static_cast<std::int64_t>((1 - share_of_counting) * static_cast<double>(work_left_));
      open = better_at(small, when_small, open, least_left);
      if (!open.empty()) work_left_ = std::max(work_left_, least_work_of_few);
      for (const Size& one : sizes) {
        if (!open.empty()) open = right_at(one, open, /*finds_races=*/true);
      }
      if (open.size() > most_counted) open.resize(most_counted);
      const std::int64_t left = std::exchange(work_left_, most_work_at_the_end);
      for (const int variant : open) {
        if (has_ended_ || work_left_ <= 0) break;
        const Ran ran = run_one(size, variant, {.counts = true});
        if (!ran.is_right || !is_better(before, ran.values, limits_, good_share)) continue;
        found.push_back({variant, ran.values, exceeded(ran.values, limits_) == nullptr});
      }
      work_left_ = left;
      if (!found.empty() || has_ended_) return found;
    }
    return found;
  }

  /// The first wait without which the part stays right and loses at least half of the time beyond its limit.
  std::optional<Found> run_without_waits(const Size& size, const MetricValues& before) {
    constexpr std::size_t most_waits = 6;
    // It does what the original does.
    original_work_.push_back({size, false, context_.rules.limits.work_for(part_.operation.bytes_moved(size))});
    std::vector<int> open;
    for (std::size_t i = 0; i < built_.list.size() && open.size() < most_waits; ++i) {
      if (built_.list[i].kind == simt::ChangeKind::surplus && is_wait(built_.list[i].here))
        open.push_back(static_cast<int>(i) + 1);
    }
    for (const Size& one : small_sizes()) {
      if (!open.empty()) open = right_at(one, open, /*finds_races=*/true);
    }
    if (open.size() > most_counted) open.resize(most_counted);
    for (const int variant : open) {
      if (has_ended_) break;
      const Ran ran = run_one(size, variant, {.counts = true});
      const course::MetricKey time = "time_vs_bound";
      const double limit = *limits_.at_most[time];
      const double most = limit + (1 - good_share_of_time) * (*before[time] - limit);
      if (ran.is_right && ran.values[time].value_or(most) < most) return Found{variant, ran.values};
    }
    return std::nullopt;
  }

  /// Of a library without variants: what it counts at `size`, where it is right there and at all small sizes.
  std::optional<MetricValues> run_as_it_is(const Size& size) {
    original_work_.push_back({size, false, most_work_of_one});
    for (const Size& one : small_sizes()) {
      if (!run_one(one, 0, {.finds_races = true}).is_right) return std::nullopt;
    }
    const Ran ran = run_one(size, 0, {.counts = true});
    return ran.is_right ? std::optional(ran.values) : std::nullopt;
  }

  const simt::Variant& change(int variant) const { return built_.list[static_cast<std::size_t>(variant) - 1]; }

  void end() { session_.end(); }

 private:
  struct How {
    bool counts = false;
    bool finds_races = false;  ///< which does more work
  };
  struct Ran {
    bool is_right = false;
    std::int64_t work = 0;  ///< 0: it did not come to its end
    MetricValues values;    ///< where it was counted
  };

  /// The sizes to be checked that are not too large. The first one is that at which all variants run.
  std::vector<Size> small_sizes() const {
    const course::Operation& operation = part_.operation;
    std::vector<Size> sizes;
    for (const Size& listed : context_.lab_rules.check_sizes) {
      Size size = course::problem_size(operation, listed);
      if (operation.fitted != nullptr) size = operation.fitted(size, context_.backend.properties(context_.lab));
      const bool is_known = std::find(sizes.begin(), sizes.end(), size) != sizes.end();
      const bool is_refused = operation.must_refuse != nullptr && operation.must_refuse(size);
      if (!is_known && !is_refused && largest_buffer(operation, size) <= most_elements_tried) sizes.push_back(size);
    }
    // Square ones hide exchanged extents.
    const auto order = [&](const Size& size) {
      const int rank = context_.lab.rank();
      const bool is_long = std::all_of(size.extent, size.extent + rank, [](auto one) { return one >= least_extent; });
      const std::int64_t elements = largest_buffer(operation, size);
      if (!is_long) return std::pair(2, -elements);
      return std::pair(rank > 1 && size.extent[0] == size.extent[1] ? 1 : 0, elements);
    };
    std::stable_sort(sizes.begin(), sizes.end(),
                     [&](const Size& one, const Size& other) { return order(one) < order(other); });
    return sizes;
  }

  std::int64_t around_a_run(const Size& size) const {
    return work_of_a_run + work_of_an_element * largest_buffer(part_.operation, size);
  }

  /// What a variant may do at `size`.
  std::int64_t most_work(const Size& size, bool finds_races) {
    const auto is_there = [&](const OriginalWork& known) {
      return known.size == size && known.finds_races == finds_races;
    };
    auto known = std::find_if(original_work_.begin(), original_work_.end(), is_there);
    if (known == original_work_.end()) {
      original_work_.push_back({size, finds_races, most_work_of_all});
      const std::int64_t work = run_one(size, 0, {.finds_races = finds_races}).work;
      known = std::find_if(original_work_.begin(), original_work_.end(), is_there);
      if (work > 0) known->most = times_the_original * work + work_of_a_run;
    }
    return known->most;
  }

  /// Those of `variants`, in ascending order, that are right at `size`.
  std::vector<int> right_at(const Size& size, const std::vector<int>& variants, bool finds_races) {
    const int slots = part_.leaves_no_trace ? 1 : static_cast<int>(runner::max_launches);
    const std::int64_t most = variants.empty() ? 0 : most_work(size, finds_races);
    session_.take_back();
    const auto workspace = context_.backend.lend({part_.operation, size, slots});
    std::vector<int> right;
    for (std::size_t i = 0; i < variants.size() && !has_ended_ && work_left_ > 0;) {
      std::size_t end = i + 1;
      while (end < variants.size() && end - i < static_cast<std::size_t>(slots) &&
             variants[end] == variants[end - 1] + 1) {
        ++end;
      }
      add_right(*workspace, std::span(variants).subspan(i, end - i), finds_races, most, right);
      i = end;
    }
    session_.take_back();
    return right;
  }

  /// Of `variants`, which follow each other. Where one of them ends the process, halves are tried.
  void add_right(backends::Workspace& workspace, std::span<const int> variants, bool finds_races, std::int64_t most,
                 std::vector<int>& right) {
    if (has_ended_ || work_left_ <= 0) return;
    const auto count = static_cast<int>(variants.size());
    workspace.refill(seed_, 0, count);
    backends::PartRunOptions options;
    options.begins_anew = options.tries_variants = true;
    options.find_races = finds_races;
    options.most_work = most;
    options.variant = variants.front();
    options.slots = count;
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, workspace, options);
    work_left_ -= around_a_run(workspace.problem().size) * count;
    note_work(outcome, 1);
    if (!outcome.is_ok()) {
      if (variants.size() == 1 || has_ended_) return;
      add_right(workspace, variants.first(variants.size() / 2), finds_races, most, right);
      add_right(workspace, variants.subspan(variants.size() / 2), finds_races, most, right);
      return;
    }
    for (int slot = 0; slot < count; ++slot) {
      const bool is_clean = outcome.tried[static_cast<std::size_t>(slot)] == runner::Tried::clean;
      if (is_clean && workspace.check(seed_, slot, 1).is_right()) right.push_back(variants[slot]);
    }
  }

  Ran run_one(const Size& size, int variant, How how) {
    const std::int64_t most = most_work(size, how.finds_races);
    session_.take_back();
    const auto workspace = context_.backend.lend({part_.operation, size, 1});
    workspace->refill(seed_, 0, 1);
    backends::PartRunOptions options;
    options.begins_anew = true;
    options.count_traffic = how.counts;
    options.find_races = how.finds_races;
    options.most_work = most;
    options.variant = variant;
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, *workspace, options);
    work_left_ -= around_a_run(size);
    note_work(outcome, how.counts ? times_of_counting : 1);
    Ran ran;
    if (outcome.is_ok()) {
      const bool is_clean = std::all_of(outcome.evidence.findings.begin(), outcome.evidence.findings.end(),
                                        [](const simt::FindingRecord& record) { return record.is_remark(); });
      ran.is_right = is_clean && outcome.left == 0 && outcome.refused == 0 && workspace->check(seed_, 0, 1).is_right();
      ran.work = std::max<std::int64_t>(outcome.work, 1);
      const course::PartRules& rules = context_.lab_rules.parts.find(part_.id)->second;
      const simt::memory::Device device = *context_.backend.abilities().device;
      const units::Bytes moved{part_.operation.bytes_moved(size)};
      if (how.counts) {
        TrafficSummary summary = summarize(outcome.evidence, moved, device);
        summary.values["divergence"] = divergence(outcome.evidence, part_.operation, size);
        summary.values["time_vs_bound"] = time_vs_bound(outcome.evidence, part_.operation, size, device);
        ran.values = with_relevant_metrics(summary, context_.lab_rules, rules, device).values;
        ran.values["dram_vs_minimum"].reset();  // caches were not modelled
      }
    }
    session_.take_back();
    return ran;
  }

  void note_work(const backends::RunOutcome& outcome, std::int64_t times) {
    work_left_ -=
        outcome.is_ok() ? times * std::clamp<std::int64_t>(outcome.work, 0, most_work_of_all) : work_of_a_process;
    if (outcome.is_ok()) return;
    using Status = backends::RunStatus;
    const bool is_usual = outcome.status == Status::device_error || outcome.status == Status::crashed ||
                          outcome.status == Status::out_of_work;
    if (!is_usual || ++ends_ > most_ends) has_ended_ = true;
  }

  /// The size itself, or the smallest part of it at which the original is beyond its limits as well.
  Size size_to_count(const Size& size, MetricValues& before) {
    for (const std::int64_t parts : {64, 8, 4, 2, 1}) {
      if (parts > most_parts && size.extent[0] < long_extent) continue;
      Size smaller = size;
      for (int i = 0; i < context_.lab.rank(); ++i) {
        constexpr std::int64_t side = 32;
        smaller.extent[i] = std::max(std::min(size.extent[i], side), size.extent[i] / parts);
      }
      if (parts != 1) smaller = course::problem_size(part_.operation, smaller);
      const Ran ran = run_one(smaller, 0, {.counts = true});
      if (has_ended_ || (ran.is_right && exceeded(ran.values, limits_) != nullptr)) {
        before = ran.values;
        return smaller;
      }
    }
    has_ended_ = true;
    return size;
  }

  /// Those of `variants` that take away most of what is too much at `small`, in ascending order; not more than can be
  /// tried on.
  std::vector<int> better_at(const Size& small, const MetricValues& before, const std::vector<int>& variants,
                             std::int64_t least_left) {
    std::vector<int> in_order = variants, better;
    // Of those on one line, what says most comes first: not all may be counted.
    std::stable_sort(in_order.begin(), in_order.end(), [&](int one, int other) {
      return std::pair(distance(change(one)), rank_of(change(one))) <
             std::pair(distance(change(other)), rank_of(change(other)));
    });
    for (const int variant : in_order) {
      if (has_ended_ || work_left_ <= least_left || better.size() == most_at_all_sizes) break;
      const Ran ran = run_one(small, variant, {.counts = true});
      if (ran.is_right && is_better(before, ran.values, limits_, good_share_when_small)) better.push_back(variant);
    }
    std::sort(better.begin(), better.end());
    return better;
  }

  /// How many runs at `size` there may still be with `share` of the work that is left.
  std::size_t affordable(const Size& size, double share) {
    const std::int64_t each = around_a_run(size) + most_work(size, false) / times_the_original;
    return static_cast<std::size_t>(std::max(share * static_cast<double>(work_left_), 0.0)) / each;
  }

  void sort_by_distance(std::vector<int>& variants) const {
    std::stable_sort(variants.begin(), variants.end(),
                     [&](int one, int other) { return distance(change(one)) < distance(change(other)); });
  }

  /// Of more than `most`, those nearest to a line that is known to be slow; in ascending order.
  void keep_nearest(std::vector<int>& variants, std::size_t most) const {
    if (variants.size() <= most) return;
    sort_by_distance(variants);
    variants.resize(most);
    std::sort(variants.begin(), variants.end());
  }

  /// Lines from the nearest one that is known to be slow. What launches a kernel decides about all of its lines, and
  /// comes behind these themselves.
  int distance(const simt::Variant& change) const {
    const simt::SourceFunction* const around = context_.source.function_around(change.line);
    // There are few of them, and they say most.
    const bool is_of_threads = change.kind == simt::ChangeKind::exchanged_names && change.here.starts_with("threadIdx");
    const bool is_of_pieces = change.kind == simt::ChangeKind::pieces;
    if (change.kind == simt::ChangeKind::turned_threads || is_of_threads || is_of_pieces) return 0;
    if (around != nullptr && around->name == part_.entry) return 1;
    int least = std::numeric_limits<int>::max();
    for (const int line : slow_lines_) least = std::min(least, std::abs(change.line - line));
    return least;
  }

  const Context& context_;
  const course::Part& part_;
  const course::TrafficLimits& limits_;
  const VariantLibrary& built_;
  const std::vector<int> slow_lines_;
  const std::uint64_t seed_ = context_.seed ^ own_inputs;
  struct OriginalWork {
    Size size;
    bool finds_races = false;
    std::int64_t most = 0;  // that a variant may do there
  };
  std::int64_t work_left_ = most_work_of_all;
  std::vector<OriginalWork> original_work_;
  int ends_ = 0;  // of processes
  bool has_ended_ = false;
  Session session_;
};

/// A number with a name that a kernel of the part has: the side of a tile, or the threads of a block.
struct NamedNumber {
  std::string name;
  int line = 0;
  std::int64_t number = 0;
};

/// Those of the file that arrays of shared memory are as long as, and that may be larger.
std::vector<NamedNumber> sides_of_tiles(const simt::SourceIndex& source, std::string_view entry) {
  constexpr std::int64_t least = 4, most = 128;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  std::vector<NamedNumber> found;
  for (const simt::SourceAssignment& set : source.assignments) {
    const bool is_plain = set.number.find_first_not_of("0123456789") == std::string::npos && set.number.size() < 4;
    if (!set.is_declaration || set.number.empty() || !is_plain || source.function_around(set.line) != nullptr) continue;
    const std::int64_t number = std::stoll(set.number);
    const auto is_length = [&](const simt::SourceElement& one) {
      const bool is_declared_there = source.line_of_shared(one.name, one.line) == one.line ||
                                     source.function_around(one.line) == nullptr;  // a member of a structure
      return is_declared_there && std::find(one.index.begin(), one.index.end(), set.name) != one.index.end();
    };
    const bool is_side = std::any_of(source.elements.begin(), source.elements.end(), is_length);
    const auto uses = [&](const simt::SourceFunction* function) {
      return !source.lines_with(set.name, *function).empty();
    };
    const bool is_used = std::any_of(used.begin(), used.end(), uses);
    if (is_side && is_used && number >= least && number <= most) found.push_back({set.name, set.line, number});
  }
  return found;
}

/// Where `line` begins in `text`; npos where there are fewer lines.
std::size_t begin_of_line(const std::string& text, int line) {
  std::size_t begin = 0;
  for (int one = 1; one < line && begin != std::string::npos; ++one) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  return begin;
}

bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where `name` stands in `text` from `begin` on, before `end`; npos where it does not.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t begin, std::size_t end) {
  for (std::size_t at = text.find(name, begin); at < end; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_part_of_name(text[at - 1]);
    const std::size_t behind = at + name.size();
    if (begins && (behind >= text.size() || !is_part_of_name(text[behind]))) return at;
  }
  return std::string::npos;
}

/// The source with another number behind `name =` on its line; empty where it does not stand there.
std::string with_number(const std::string& text, const NamedNumber& named, std::int64_t number) {
  const std::size_t begin = begin_of_line(text, named.line);
  if (begin == std::string::npos) return "";
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::size_t name = find_word(text, named.name, begin, end);
  const std::size_t digits = name >= end ? end : text.find(std::to_string(named.number), name);
  if (digits >= end) return "";
  return std::string(text).replace(digits, std::to_string(named.number).size(), std::to_string(number));
}

/// A change that needs a program of its own, since arrays or types have another size with it.
struct TextChange {
  simt::Variant change;
  std::string text;  ///< of the whole source with it
};

/// Its counters, where the answer stays right with it.
std::optional<MetricValues> run_text(const Context& context, const PartState& state,
                                     const course::TrafficLimits& limits, const TextChange& tried) {
  const std::unique_ptr<VariantLibrary> built = build_text(context, *state.part, tried.text);
  if (built == nullptr) return std::nullopt;
  SlowSearch search(context, *state.part, limits, *built, {});
  const std::optional<MetricValues> values =
      search.run_as_it_is(context.backend.performance_size(context.lab, context.lab_rules, *state.part));
  search.end();
  return values;
}

/// The first larger one of a few numbers of the file with which nothing is beyond its limit.
std::optional<Finding> find_larger_number(const Context& context, const PartState& state, const MetricValues& counted,
                                          const course::TrafficLimits& limits, const course::Metric& metric,
                                          const std::vector<NamedNumber>& numbers, const std::string& where) {
  constexpr std::size_t most_numbers = 2;
  if (numbers.size() > most_numbers) return std::nullopt;
  const std::string text = read_source(context.source_file);
  for (const NamedNumber& named : numbers) {
    for (const std::int64_t times : {2, 4}) {
      TextChange larger{{}, with_number(text, named, times * named.number)};
      if (larger.text.empty()) break;
      const std::optional<MetricValues> values = run_text(context, state, limits, larger);
      if (!values) break;
      if (exceeded(*values, limits) != nullptr || !is_better(counted, *values, limits, good_share)) continue;
      larger.change.kind = simt::ChangeKind::size_everywhere;
      larger.change.line = named.line;
      larger.change.here = named.name;
      larger.change.instead = fmt::format("* {}", times);
      larger.change.where = where;
      return slow_change_in_words(larger.change, metric, *counted[metric], (*values)[metric].value_or(0));
    }
  }
  return std::nullopt;
}

/// Numbers of the file that are the threads of a block, where one or two warps are all that it has.
std::vector<NamedNumber> threads_of_small_blocks(const simt::SourceIndex& source, std::string_view entry) {
  constexpr std::int64_t least = 4, most = 63;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  std::vector<NamedNumber> found;
  for (const simt::SourceAssignment& set : source.assignments) {
    const bool is_plain = set.number.find_first_not_of("0123456789") == std::string::npos && set.number.size() < 4;
    if (!set.is_declaration || set.number.empty() || !is_plain || source.function_around(set.line) != nullptr) continue;
    const std::int64_t number = std::stoll(set.number);
    const bool is_block = std::any_of(source.launches.begin(), source.launches.end(), [&](const auto& launch) {
      const simt::SourceFunction* const around = source.function_around(launch.line);
      const bool is_used = std::find(used.begin(), used.end(), around) != used.end();
      return is_used && launch.shape.size() > 1 && launch.shape[1] == set.name;
    });
    if (is_block && number >= least && number <= most) found.push_back({set.name, set.line, number});
  }
  return found;
}

/// What is looked at where bank conflicts come from the length of a row: a slow line, and the one that finds its place.
struct ConflictLines {
  const simt::SourceIndex& source;
  const std::string& text;
  std::array<int, 2> lines;

  bool has(int line) const { return line != 0 && (line == lines[0] || line == lines[1]); }

  bool has_name(const std::string& name) const {
    return std::any_of(source.names.begin(), source.names.end(),
                       [&](const simt::SourceName& one) { return has(one.line) && one.name == name; });
  }
};

/// `#define PITCH TILE + 1` in brackets, where that is multiplied.
void add_macros(const ConflictLines& around, std::vector<TextChange>& changes) {
  constexpr std::string_view directive = "#define ";
  const std::string& text = around.text;
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::size_t name_end = begin + directive.size();
    const bool is_macro = text.compare(begin, directive.size(), directive) == 0;
    while (is_macro && name_end < end && is_part_of_name(text[name_end])) ++name_end;
    if (is_macro && name_end < end && text[name_end] == ' ') {
      const std::string name = text.substr(begin + directive.size(), name_end - begin - directive.size());
      std::size_t stop = std::min(text.find("//", name_end), end);
      while (stop > name_end && text[stop - 1] == ' ') --stop;
      const std::string value = text.substr(name_end + 1, stop - name_end - 1);
      const bool is_sum = value.find_first_of("+-") != std::string::npos && value.find('(') == std::string::npos;
      if (is_sum && around.has_name(name)) {
        TextChange& made = changes.emplace_back();
        made.change.kind = simt::ChangeKind::macro_brackets;
        made.change.line = line;
        made.change.here = name;
        made.change.where = "a macro";
        made.text = std::string(text).replace(name_end + 1, value.size(), "(" + value + ")");
      }
    }
    begin = end + 1;
  }
}

/// Where the file declares a number once, and outside of all functions; null where it does not.
const simt::SourceAssignment* declared_in_file(const simt::SourceIndex& source, const std::string& name) {
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.name == name && one.is_declaration && source.function_around(one.line) == nullptr) return &one;
  }
  return nullptr;
}

/// Whether a number of the file stands nowhere but in subscripts, in places, and in the bytes of a launch: the length
/// of a row has no other use.
bool is_only_a_length(const simt::SourceIndex& source, const simt::SourceAssignment& number) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), number.name) != names.end();
  };
  return std::all_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& use) {
    if (use.name != number.name || use.line == number.line) return true;
    const auto is_subscript = [&](const simt::SourceElement& one) { return one.line == use.line && has(one.index); };
    const auto is_place = [&](const simt::SourceAssignment& one) {
      return one.line == use.line && one.is_product && has(one.from);
    };
    const auto is_returned = [&](const simt::SourceReturn& one) {
      return one.line == use.line && one.text.find("*" + number.name) != std::string::npos;
    };
    const auto is_bytes = [&](const simt::SourceLaunch& one) {
      return one.line == use.line && one.shape.size() > 2 && one.shape[2].find(number.name) != std::string::npos &&
             (one.shape[0] + one.shape[1]).find(number.name) == std::string::npos;
    };
    return std::any_of(source.elements.begin(), source.elements.end(), is_subscript) ||
           std::any_of(source.assignments.begin(), source.assignments.end(), is_place) ||
           std::any_of(source.values.begin(), source.values.end(), is_returned) ||
           std::any_of(source.launches.begin(), source.launches.end(), is_bytes);
  });
}

/// The number `constant` with `term` behind it: "+ 1".
void add_constant(const ConflictLines& around, const simt::SourceAssignment& constant, const std::string& term,
                  std::vector<TextChange>& changes) {
  const std::string& text = around.text;
  const std::size_t begin = begin_of_line(text, constant.line);
  const std::size_t end = begin == std::string::npos ? begin : std::min(text.find('\n', begin), text.size());
  const std::size_t name = find_word(text, constant.name, begin, end);
  if (name == std::string::npos) return;
  const std::size_t sign = text.find('=', name), stop = text.find_first_of(";,", sign);
  if (sign >= end || stop >= end) return;
  TextChange& made = changes.emplace_back();
  made.change.kind = simt::ChangeKind::row_length;
  made.change.line = constant.line;
  made.change.here = constant.name;
  made.change.instead = term;
  made.change.where = "a constant";
  made.text =
      text.substr(0, sign + 1) + " (" + text.substr(sign + 1, stop - sign - 1) + ") " + term + text.substr(stop);
}

/// The words before the `{` around `at`: "struct alignas(16) Row"; where they begin.
std::pair<std::size_t, std::string> head_around(const std::string& text, std::size_t at) {
  int depth = 0;
  while (at > 0 && depth <= 0) {
    --at;
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
  }
  if (depth <= 0) return {0, ""};
  const std::size_t before = at == 0 ? std::string::npos : text.find_last_of(";{}", at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return {begin, text.substr(begin, at - begin)};
}

/// A structure without what rounds its size up.
void add_without_alignment(const ConflictLines& around, std::size_t begin, const std::string& head,
                           std::vector<TextChange>& changes) {
  for (const std::string_view word : {"alignas(", "__align__("}) {
    const std::size_t at = head.find(word);
    const std::size_t close = at == std::string::npos ? at : head.find(')', at);
    if (close == std::string::npos) continue;
    std::size_t end = head.size();
    while (end > 0 && !is_part_of_name(head[end - 1])) --end;
    std::size_t name = end;
    while (name > 0 && is_part_of_name(head[name - 1])) --name;
    TextChange& made = changes.emplace_back();
    made.change.kind = simt::ChangeKind::row_length;
    made.change.line =
        1 + static_cast<int>(
                std::count(around.text.begin(), around.text.begin() + static_cast<std::ptrdiff_t>(begin + at), '\n'));
    made.change.here = head.substr(name, end - name);
    made.change.instead = "-";
    made.change.where = "alignment";
    made.text = std::string(around.text).erase(begin + at, close + 1 - at);
    return;
  }
}

/// The rows of arrays in shared memory, of structures mostly, with `term` behind their length. `known`: lines of arrays
/// whose rows have been longer already.
void add_rows(const ConflictLines& around, const std::vector<int>& known, const std::string& term,
              std::vector<TextChange>& changes) {
  const std::string& text = around.text;
  for (const simt::SourceElement& array : around.source.elements) {
    const bool is_shared = around.source.line_of_shared(array.name, array.line) == array.line;
    const bool is_of_file = around.source.function_around(array.line) == nullptr;
    const bool is_known = std::find(known.begin(), known.end(), array.line) != known.end();
    if ((!is_shared && !is_of_file) || is_known || !around.has_name(array.name)) continue;
    const std::size_t begin = begin_of_line(text, array.line);
    std::size_t at = begin == std::string::npos ? begin : find_word(text, array.name, begin, text.size());
    if (at == std::string::npos) continue;
    const auto [head_begin, head] = head_around(text, at);
    const bool is_member = is_of_file && (head.find("struct") != std::string::npos);
    at += array.name.size();
    std::size_t open = std::string::npos, close = at;
    while (close < text.size() && text[close] == '[') {
      open = close;
      close = text.find(']', open);
      close = close == std::string::npos ? text.size() : close + 1;
    }
    const std::size_t behind = std::min(text.find_first_not_of(' ', close), text.size());
    const bool is_declaration = behind < text.size() && (text[behind] == ';' || text[behind] == ',');
    const bool has_rows = array.subscripts.size() > 1 || is_member;
    if (open == std::string::npos || !is_declaration || !has_rows || (is_of_file && !is_member)) continue;
    if (is_member && term == "+ 1") add_without_alignment(around, head_begin, head, changes);
    const std::string length = text.substr(open + 1, close - open - 2);
    const simt::SourceAssignment* const constant = declared_in_file(around.source, length);
    if (constant != nullptr && is_only_a_length(around.source, *constant)) {
      add_constant(around, *constant, term, changes);
      continue;
    }
    TextChange& made = changes.emplace_back();
    made.change.kind = simt::ChangeKind::row_length;
    made.change.line = array.line;
    made.change.here = text.substr(at - array.name.size(), close - at + array.name.size());
    made.change.instead = term;
    made.text = text.substr(0, open + 1) + "(" + length + ") " + term + text.substr(close - 1);
  }
}

/// Constants of the file by which a place is multiplied.
void add_factors(const ConflictLines& around, const std::string& term, std::vector<TextChange>& changes) {
  const simt::SourceIndex& source = around.source;
  for (const simt::SourceAssignment& constant : source.assignments) {
    if (declared_in_file(source, constant.name) != &constant || !around.has_name(constant.name)) continue;
    const auto is_factor = [&](const std::string& text) {
      return text.find("*" + constant.name) != std::string::npos || text.find(constant.name + "*") != std::string::npos;
    };
    const bool is_in_subscript = std::any_of(source.elements.begin(), source.elements.end(), [&](const auto& one) {
      return around.has(one.line) && std::any_of(one.subscripts.begin(), one.subscripts.end(), is_factor);
    });
    const bool is_returned = std::any_of(source.values.begin(), source.values.end(),
                                         [&](const auto& one) { return around.has(one.line) && is_factor(one.text); });
    if ((is_in_subscript || is_returned) && is_only_a_length(source, constant))
      add_constant(around, constant, term, changes);
  }
}

/// Where only bank conflicts are too many: another length of a row, of an array or a structure that is declared
/// elsewhere. `known`: see add_rows.
std::optional<Finding> find_other_row(const Context& context, const PartState& state, const MetricValues& counted,
                                      const course::TrafficLimits& limits, const course::Metric& metric,
                                      const Finding& slow, const std::vector<int>& known) {
  constexpr std::size_t most_programs = 2;
  for (const course::Metric& one : course::metrics) {
    const bool is_other = one.key != metric.key && !is_time(one);
    if (is_other && course::judge(one, counted, limits) == course::Judgement::too_much) return std::nullopt;
  }
  const std::string text = read_source(context.source_file);
  const ConflictLines around{context.source, text, {slow.line, slow.other_line}};
  std::vector<TextChange> changes;
  add_macros(around, changes);
  for (const char* const term : {"+ 1", "- 1"}) {
    add_rows(around, known, term, changes);
    add_factors(around, term, changes);
  }
  if (changes.size() > most_programs) changes.resize(most_programs);
  for (const TextChange& tried : changes) {
    const std::optional<MetricValues> values = run_text(context, state, limits, tried);
    if (!values || exceeded(*values, limits) != nullptr || !is_better(counted, *values, limits, good_share)) continue;
    return slow_change_in_words(tried.change, metric, *counted[metric], (*values)[metric].value_or(0));
  }
  return std::nullopt;
}

/// Where no variant helps: what needs a program of its own.
std::optional<Finding> find_other_size(const Context& context, const PartState& state, const MetricValues& counted,
                                       const course::TrafficLimits& limits, const course::Metric& metric,
                                       const Finding& slow, const std::vector<simt::Variant>& tried) {
  const simt::SourceIndex& source = context.source;
  const std::string& entry = state.part->entry;
  // The same data are loaded again for each tile.
  if (metric.key == "traffic_vs_minimum")
    return find_larger_number(context, state, counted, limits, metric, sides_of_tiles(source, entry), "");
  // A part of a block is a part of a warp.
  if (metric.key == "divergence")
    return find_larger_number(context, state, counted, limits, metric, threads_of_small_blocks(source, entry),
                              "the threads of a block");
  if (metric.key != "conflict_share") return std::nullopt;
  std::vector<int> known;
  for (const simt::Variant& one : tried) {
    if (one.kind == simt::ChangeKind::row_length) known.push_back(one.line);
  }
  return find_other_row(context, state, counted, limits, metric, slow, known);
}

}  // namespace

std::optional<SlowChange> find_slow_change(const Context& context, const PartState& state, const MetricValues& counted,
                                           const course::TrafficLimits& limits, const Finding& slow) {
  const course::Metric* const metric = exceeded(counted, limits);
  // Many calls in one process would need all memory together, where none is given back.
  const bool leaks = std::any_of(state.remarks.begin(), state.remarks.end(),
                                 [](const Finding& remark) { return remark.name == "leak"; });
  if (metric == nullptr || leaks || !context.backend.abilities().counts) return std::nullopt;
  const std::unique_ptr<VariantLibrary> built = build_variants(context, *state.part, simt::Aim::fewer_accesses);
  if (built == nullptr) return std::nullopt;
  SlowSearch search(context, *state.part, limits, *built, {slow.line, slow.other_line});
  std::vector<SlowSearch::Found> found =
      search.run(context.backend.performance_size(context.lab, context.lab_rules, *state.part), counted);
  search.end();
  if (found.empty()) {
    if (auto other = find_other_size(context, state, counted, limits, *metric, slow, built->list))
      return SlowChange{*std::move(other), true};
  }
  if (found.empty()) return std::nullopt;
  // Of two that say equally much, the one at the line that is known to be slow.
  const auto rank = [&](const SlowSearch::Found& one) {
    const simt::Variant& change = search.change(one.variant);
    // A helper does what it is given: what its call exchanges comes before its own order.
    const simt::SourceFunction* const around = context.source.function_around(change.line);
    const bool is_of_helper =
        change.kind == simt::ChangeKind::pieces && around != nullptr && !around->is_kernel && !change.is_of_host;
    return std::tuple(!one.is_within, rank_of(change) + (is_of_helper ? 2 : 0), change.line != slow.line);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto& one, const auto& other) { return rank(one) < rank(other); });
  const int line = search.change(found.front().variant).line;
  const bool is_plain = std::all_of(found.begin(), found.end(), [&](const SlowSearch::Found& one) {
    return search.change(one.variant).line == line || rank(found.front()) < rank(one);
  });
  if (!is_plain) return std::nullopt;
  // Another shape of the blocks does not bring neighbouring threads to neighbouring elements.
  const simt::Variant& best = search.change(found.front().variant);
  if (best.is_of_host && best.kind == simt::ChangeKind::exchanged && !found.front().is_within) return std::nullopt;
  Finding finding = slow_change_in_words(search.change(found.front().variant), *metric, *counted[*metric],
                                         found.front().after[*metric].value_or(0));
  // What is exchanged in a whole loop costs most at the slow line in it.
  const simt::Variant& change = search.change(found.front().variant);
  const auto is_around = [&](const simt::SourceCondition& loop) {
    return loop.is_loop && loop.line == change.other_line && loop.line <= slow.line && slow.line <= loop.last_line;
  };
  const auto& loops = context.source.conditions;
  if (change.kind == simt::ChangeKind::turned_loop && std::any_of(loops.begin(), loops.end(), is_around))
    finding.line = slow.line;
  return SlowChange{std::move(finding), found.front().is_within};
}

std::optional<Finding> find_surplus_wait(const Context& context, const PartState& state, const MetricValues& counted,
                                         const course::TrafficLimits& limits) {
  const std::vector<const simt::SourceFunction*> used = context.source.used_by(state.part->entry);
  const auto& calls = context.source.calls;
  const bool waits = std::any_of(calls.begin(), calls.end(), [&](const simt::SourceCall& call) {
    return is_wait(call.name) &&
           std::find(used.begin(), used.end(), context.source.function_around(call.line)) != used.end();
  });
  const bool is_slow = course::judge("time_vs_bound", counted, limits) == course::Judgement::too_much;
  if (!waits || !is_slow || !context.backend.abilities().counts) return std::nullopt;
  const std::unique_ptr<VariantLibrary> built = build_variants(context, *state.part, simt::Aim::right_answer);
  if (built == nullptr) return std::nullopt;
  SlowSearch search(context, *state.part, limits, *built, {});
  const auto found =
      search.run_without_waits(context.backend.performance_size(context.lab, context.lab_rules, *state.part), counted);
  search.end();
  if (!found) return std::nullopt;
  const course::Metric& time = *std::find_if(course::metrics.begin(), course::metrics.end(),
                                             [](const course::Metric& one) { return is_time(one); });
  return slow_change_in_words(search.change(found->variant), time, *counted[time], found->after[time].value_or(0));
}

}  // namespace grader

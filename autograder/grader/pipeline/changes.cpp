#include "grader/pipeline/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "grader/pipeline/diagnose.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/pipeline/variant_library.hpp"
#include "grader/words/change_words.hpp"
#include "grader/words/missing_words.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace {

/// Larger sizes take longer, and tell no more.
constexpr std::int64_t most_elements_tried = 20000;
/// Units of the emulator's work (simt/core/work_limit.hpp) of all runs of variants together.
constexpr std::int64_t most_work_of_all = 300'000'000;
/// What a run costs besides: its inputs are filled, its outputs are checked.
constexpr std::int64_t work_of_a_run = 8192, work_of_an_element = 4;
/// A process that ends is followed by a new one.
constexpr std::int64_t work_of_a_process = 1'000'000;
constexpr std::int64_t most_elements_at_all = std::int64_t{1} << 18;
/// A variant is right by chance at one size, and hardly at so many.
constexpr std::size_t most_sizes = 6;
/// The few that are right at those are tried at others, too.
constexpr std::size_t most_sizes_of_few = 12;
/// And at so many that are larger, up to this one.
constexpr std::size_t most_larger_sizes = 2;
constexpr std::int64_t most_elements_of_few = 50000;
/// Of a variant: it may go on for ever. The more have done so, the less the next ones may do, but always some times
/// what the original does.
constexpr double work_share = 0.06;
constexpr int stopped_by_then = 2, most_halvings = 5;
constexpr std::int64_t times_the_original = 8;
/// So many may go on for longer.
constexpr std::size_t few = 16;
/// Of those that make something better, so many are tried in pairs: about a hundred pairs.
constexpr std::size_t most_helpful = 16;
/// And so many of them with every change that says much.
constexpr std::size_t most_first = 3;
/// From this rank on, a change says less than what was seen of the threads.
constexpr int rank_of_a_guess = 2;
/// From this rank on, a change may only leave something out. Of an answer that is refused, that says nothing.
constexpr int rank_of_less = 4;
/// A pair of changes that say little would explain too much.
constexpr int worst_rank_of_two = 4;
/// Many changes are compared at a size that is no larger.
constexpr std::int64_t most_elements_compared = 6000;

/// Where a grid is so large that few variants could be tried, they are tried with so many blocks first.
constexpr int few_blocks = 4;
/// And what is right then must be right at so many sizes with all of them.
constexpr std::size_t sizes_with_all_blocks = 3;
/// What each rank of changes may use of the work in its first turn: so that a rank of many leaves some for the others.
constexpr std::size_t parts_of_first_turn = 2;
/// Each costs a new process.
constexpr int most_ends = 64;
constexpr std::uint64_t own_inputs = 0x517cc1b727220a95;

/// Whether no extent of `size` is below or above those of all `sizes`.
bool is_usual(const std::vector<course::Size>& sizes, const course::Size& size) {
  for (int i = 0; i < 3; ++i) {
    const auto is_less = [i](const course::Size& a, const course::Size& b) { return a.extent[i] < b.extent[i]; };
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end(), is_less);
    if (least == sizes.end() || is_less(size, *least) || is_less(*most, size)) return false;
  }
  return true;
}

bool is_large(const course::Operation& operation, const course::Size& size) {
  return largest_buffer(operation, size) > most_elements_tried;
}

/// The sizes at which variants run: those first at which the part is known to fail, the smaller ones first.
std::vector<course::Size> sizes_to_try(const Context& context, const PartState& state) {
  const course::Operation& operation = state.part->operation;
  std::vector<course::Size> failed = state.wrong, others;
  if (failed.empty() && state.found_at) failed.push_back(*state.found_at);
  const auto is_known = [](const std::vector<course::Size>& sizes, const course::Size& size) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  for (const course::Size& listed : context.lab_rules.check_sizes) {
    course::Size size = course::problem_size(operation, listed);
    if (operation.fitted != nullptr) size = operation.fitted(size, context.backend.properties(context.lab));
    if (!is_known(failed, size) && !is_known(others, size)) others.push_back(size);
  }
  // What asks for one extent in place of another shows where they are exchanged.
  if (!failed.empty()) {
    for (int one = 0; one + 1 < context.lab.rank(); ++one) {
      course::Size turned = failed.front();
      std::swap(turned.extent[one], turned.extent[one + 1]);
      if (is_usual(context.lab_rules.check_sizes, turned) && !is_known(failed, turned) && !is_known(others, turned))
        others.push_back(turned);
    }
  }
  const auto is_too_large = [&](const course::Size& size) { return is_large(operation, size); };
  const auto is_smaller = [&](const course::Size& a, const course::Size& b) {
    return largest_buffer(operation, a) < largest_buffer(operation, b);
  };
  for (auto* const sizes : {&failed, &others}) std::stable_sort(sizes->begin(), sizes->end(), is_smaller);
  // What is wrong only at larger sizes shows at none of the small ones.
  std::vector<course::Size> larger;
  for (const auto* const sizes : {&failed, &others}) {
    std::copy_if(sizes->begin(), sizes->end(), std::back_inserter(larger), [&](const course::Size& size) {
      return is_too_large(size) && largest_buffer(operation, size) <= most_elements_of_few;
    });
  }
  std::stable_sort(larger.begin(), larger.end(), is_smaller);
  if (larger.size() > most_larger_sizes) larger.resize(most_larger_sizes);
  std::erase_if(others, is_too_large);
  // One at which it fails must be among them.
  const bool is_possible = !failed.empty() && largest_buffer(operation, failed.front()) <= most_elements_at_all;
  while (failed.size() > (is_possible ? 1U : 0U) && is_too_large(failed.back())) failed.pop_back();
  failed.insert(failed.end(), others.begin(), others.end());
  // What only a finding tells is mostly found at a smaller size as well, which costs less.
  if (state.wrong.empty()) std::stable_sort(failed.begin(), failed.end(), is_smaller);
  const auto with_larger = [&](std::vector<course::Size> sizes) {
    std::copy_if(larger.begin(), larger.end(), std::back_inserter(sizes),
                 [&](const course::Size& size) { return !is_known(sizes, size); });
    return sizes;
  };
  if (failed.size() <= most_sizes_of_few) return with_larger(std::move(failed));
  // But it may also show at the size alone at which it was found.
  const auto found = std::find(failed.begin() + most_sizes_of_few, failed.end(), state.found_at);
  if (state.wrong.empty() && found != failed.end()) failed[most_sizes_of_few - 1] = *found;
  failed.resize(most_sizes_of_few);
  return with_larger(std::move(failed));
}

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

/// How a variant did at one size.
struct Trial {
  bool is_clean = false;  ///< nothing was found but remarks
  bool is_right = false;
  std::int64_t wrong = unknown;  ///< elements
};

bool is_better(const Trial& a, const Trial& b) {
  if (a.is_clean != b.is_clean) return a.is_clean;
  return a.wrong < b.wrong;
}

bool has(const PartState& state, simt::FindingKind kind) {
  return std::any_of(state.findings.begin(), state.findings.end(),
                     [kind](const Finding& finding) { return finding.kind == kind; });
}

/// What makes a grid empty at one size may be a quotient that is too small at all of them.
bool is_empty_grid(const Finding& finding) { return finding.text.find("blocks is empty") != std::string::npos; }

class Search {
 public:
  /// `only`: changes that have this name in place of another one; empty: all.
  Search(const Context& context, PartState& state, const VariantLibrary& built, std::string only)
      : context_(context),
        part_(*state.part),
        built_(built),
        only_(std::move(only)),
        is_between_streams_(has(state, simt::FindingKind::stream_race)),
        waits_forever_(has(state, simt::FindingKind::deadlock)),
        is_between_blocks_(has(state, simt::FindingKind::global_race)),
        has_empty_grid_(std::any_of(state.findings.begin(), state.findings.end(), is_empty_grid)),
        known_lines_(lines_of(state)),
        awaited_lines_(lines_of_values(context.source, known_lines_)),
        steps_to_known_(steps_from(context.source, known_lines_)),
        session_(context.backend, built.library, context.rules.limits, /*schedule=*/0) {}

  /// Makes the first size at which the library without a change is wrong the first one; those before it come last.
  /// False where there is none.
  bool begin_with_wrong(std::vector<course::Size>& sizes) {
    for (auto size = sizes.begin(); size != sizes.end(); ++size) {
      if (!right_at(*size, {0}).empty()) continue;
      std::rotate(sizes.begin(), size, sizes.end());
      return !has_ended_;
    }
    return false;
  }

  /// Changes that make all of `sizes` right. The first one is wrong without a change. Of those that say equally much
  /// all are tried, and no others after them.
  std::vector<simt::Variant> run(const std::vector<course::Size>& sizes) {
    const course::Size& start = sizes.front();
    std::vector<simt::Variant> changes;
    at_start_.assign(built_.list.size() + 1, Trial{});
    is_wrong_without_races_ = !try_at(start, {0}, {.finds_races = false}).front().is_right;
    at_start_.front() = try_at(start, {0}, {.finds_races = !is_wrong_without_races_}).front();
    const int most_blocks = blocks_to_try(start);
    // Each rank has its turn with what is nearest to the known lines, and then with all else that the work is enough
    // for.
    std::vector<std::vector<int>> waiting(worst_rank + 1);
    for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
      const int rank = rank_here(change(variant));
      if (rank <= worst_rank) waiting[static_cast<std::size_t>(rank)].push_back(variant);
    }
    for (const std::size_t parts_of_work : {parts_of_first_turn, std::size_t{1}}) {
      for (std::vector<int>& of_rank : waiting) {
        do {
          most_blocks_ = most_blocks;
          const std::vector<int> tried = take_nearest(of_rank, affordable(start) / parts_of_work);
          const std::vector<int> right = right_at_all(sizes, tried, most_blocks);
          for (const int variant : right) changes.push_back(change(variant));
          if (tried.empty()) break;
        } while (!changes.empty() && !of_rank.empty() && !has_ended_);
        if (!changes.empty() || has_ended_) break;
      }
      if (!changes.empty() || has_ended_) break;
    }
    for (const std::vector<int>& of_rank : waiting) untried_ += of_rank.size();
    std::stable_sort(changes.begin(), changes.end(), [](const simt::Variant& one, const simt::Variant& other) {
      return surprise_of(one) < surprise_of(other);
    });
    return has_ended_ ? std::vector<simt::Variant>{} : changes;
  }

  /// Changes that make all right that is written, where other elements are never written: of a program that is not
  /// finished. Each makes more elements right than there were. To be called after `run` has found none.
  std::vector<simt::Variant> run_for_what_is_written(const std::vector<course::Size>& sizes) {
    std::vector<int> right = helpful_changes();
    std::erase_if(right, [&](int variant) { return rank_here(change(variant)) >= rank_of_less; });
    if (right.empty() || has_ended_ || part_.operation.must_refuse != nullptr) return {};
    is_for_what_is_written_ = true;
    std::set<int> better;
    for (std::size_t i = 0; i < sizes.size() && i < most_sizes && !right.empty(); ++i) {
      wrong_without_change_ = try_at(sizes[i], {0}, {}).front().wrong;
      std::erase_if(right, [&](int variant) {
        const Trial trial = try_at(sizes[i], {variant}, {}).front();
        if (trial.wrong < wrong_without_change_) better.insert(variant);
        return !trial.is_right;
      });
    }
    is_for_what_is_written_ = false;
    std::erase_if(right, [&](int variant) { return !better.contains(variant); });
    std::vector<simt::Variant> changes;
    for (const int variant : right) changes.push_back(change(variant));
    std::stable_sort(changes.begin(), changes.end(), [](const simt::Variant& one, const simt::Variant& other) {
      return std::pair(rank_of(one), surprise_of(one)) < std::pair(rank_of(other), surprise_of(other));
    });
    return has_ended_ ? std::vector<simt::Variant>{} : changes;
  }

  /// How many changes there was no work left for.
  std::size_t untried() const { return untried_; }

  /// Whether a barrier alone makes all of `sizes` right.
  bool lacks_only_a_barrier(const std::vector<course::Size>& sizes) {
    std::vector<int> right;
    for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
      if (change(variant).kind == simt::ChangeKind::lacks_barrier) right.push_back(variant);
    }
    keep_nearest(right, affordable(sizes.front()));
    for (std::size_t i = 0; i < sizes.size() && !right.empty() && !has_ended_; ++i) {
      if (is_too_much_now(sizes[i])) break;
      right = right_at(sizes[i], right);
    }
    return !right.empty() && !has_ended_;
  }

  /// After `run` has found none, with the same sizes: two changes, in different statements, that make all of `sizes`
  /// right together, where each by itself makes something better. Empty where there are none.
  std::vector<simt::Variant> run_pairs(const std::vector<course::Size>& sizes) {
    if (has_ended_ || is_between_streams_ || waits_forever_) return {};
    compare_at_telling_size(sizes);
    const std::vector<int> helpful = helpful_changes();
    Pair best;
    for (const int first : helpful) {
      std::vector<int> seconds;
      for (const int second : helpful) {
        if (second > first) seconds.push_back(second);
      }
      try_pairs(sizes, first, std::move(seconds), best);
    }
    // Where one mistake hides what the other one does, the second change shows nothing by itself.
    for (std::size_t i = 0; i < std::min(helpful.size(), most_first) && best.changes.empty(); ++i) {
      try_pairs(sizes, best_first(helpful, i), clear_changes(), best);
    }
    return has_ended_ ? std::vector<simt::Variant>{} : best.changes;
  }

  void end() { session_.end(); }

 private:
  /// One block for all has no race with another one, whatever the mistake is.
  bool makes_one_block(const simt::Variant& one) const {
    return is_between_blocks_ && one.is_of_host && one.kind == simt::ChangeKind::constant &&
           (one.instead == "1" || one.instead == "0");
  }

  /// A number that gives an empty grid a block, and all others more than they need, hides why it is empty.
  bool fills_empty_grid(const simt::Variant& one) const {
    using Kind = simt::ChangeKind;
    const bool is_number = one.kind == Kind::constant || one.kind == Kind::off_by_one || one.kind == Kind::factor ||
                           one.kind == Kind::other_name;
    const bool is_of_launch = one.where == "the numbers of the launch" ||
                              std::any_of(context_.source.launches.begin(), context_.source.launches.end(),
                                          [&](const simt::SourceLaunch& launch) { return launch.line == one.line; });
    return has_empty_grid_ && is_number && is_of_launch;
  }

  /// Of what waits for ever, only a wrong comparison on the line that waits is tried, and numbers that it waits for.
  int rank_here(const simt::Variant& one) const {
    if (makes_one_block(one) || fills_empty_grid(one) || (!only_.empty() && one.instead != only_))
      return worst_rank + 1;
    if (waits_forever_) {
      const bool is_there = std::find(known_lines_.begin(), known_lines_.end(), one.line) != known_lines_.end();
      const bool is_awaited = is_there || awaited_lines_.contains(one.line);
      const bool is_number = one.kind == simt::ChangeKind::surplus_factor ||
                             one.kind == simt::ChangeKind::surplus_addend || one.kind == simt::ChangeKind::other_member;
      const bool is_tried = (is_there && one.kind == simt::ChangeKind::comparison) || (is_awaited && is_number);
      return is_tried ? rank_of(one) : worst_rank + 1;
    }
    return is_between_streams_ ? rank_between_streams(one) : rank_of(one);
  }
  /// Whether a change of the host's code makes one launch of several: that hides a mistake in the places of the pieces.
  bool is_one_piece(const course::Size& size, int variant) {
    constexpr std::ptrdiff_t several = 3;
    if (!change(variant).is_of_host || has_ended_ || launches_at(size, variant) != 1) return false;
    // What ends early, for an error, has not launched all.
    const std::ptrdiff_t launches = launches_at(size, 0);
    return launches >= several || (launches == 0 && launches_in_loop());
  }

  bool launches_in_loop() const {
    const auto& all = context_.source.launches;
    return std::any_of(all.begin(), all.end(), [&](const simt::SourceLaunch& launch) {
      return context_.source.loop_around(launch.line).line != 0;
    });
  }

  /// Each size has inputs of its own: with the same first values everywhere, a change that leaves one out would be
  /// right by chance at all sizes, where that value is 0.
  std::uint64_t seed_at(const course::Size& size) const {
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
    std::uint64_t seed = seed_;
    for (const std::int64_t extent : size.extent) {
      seed = (seed ^ static_cast<std::uint64_t>(extent)) * factor;
      seed ^= seed >> 32;
    }
    return seed;
  }

  std::ptrdiff_t launches_at(const course::Size& size, int variant) {
    session_.take_back();
    const auto workspace = context_.backend.lend({part_.operation, size, 1});
    workspace->refill(seed_at(size), 0, 1);
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, *workspace, options_for(size, variant, {}));
    session_.take_back();
    if (!outcome.is_ok()) note_end(outcome);
    const auto is_kernel = [](const simt::OperationRecord& one) { return one.kind == simt::OperationKind::kernel; };
    const auto& all = outcome.evidence.operations;
    return outcome.is_ok() ? std::count_if(all.begin(), all.end(), is_kernel) : 0;
  }

  /// A larger size when much of the work is done: what no work is left for would seem wrong.
  bool is_too_much_now(const course::Size& size) const {
    return is_large(part_.operation, size) && work_left_ < most_work_of_all / 3;
  }

  const simt::Variant& change(int variant) const { return built_.list[static_cast<std::size_t>(variant) - 1]; }

  /// `few_blocks` where not all variants can be tried at `size` otherwise, and the original goes wrong in the same way
  /// with so few; else 0.
  int blocks_to_try(const course::Size& size) {
    if (affordable(size) >= built_.list.size() || has_ended_) return 0;
    const Trial whole = at_start_.front();
    most_blocks_ = few_blocks;
    const Trial cut = try_at(size, {0}, {.finds_races = !is_wrong_without_races_}).front();
    most_blocks_ = 0;
    // With all blocks it may have been stopped, for so much work.
    if (cut.is_right || (whole.is_clean && !cut.is_clean) || cut.wrong != whole.wrong) return 0;
    at_start_.front() = cut;
    return few_blocks;
  }

  /// What a run at `size` costs besides its work.
  std::int64_t around_a_run(const course::Size& size) const {
    return work_of_a_run + work_of_an_element * largest_buffer(part_.operation, size);
  }
  /// How many runs at `size` there may still be, if they do what the original does.
  std::size_t affordable(const course::Size& size) const {
    const std::int64_t each = around_a_run(size) + original_work(size);
    return static_cast<std::size_t>(std::max<std::int64_t>(work_left_, 0) / each);
  }

  /// What the original has done at `size`; 0: it has not run there, or did not end.
  std::int64_t original_work(const course::Size& size) const {
    const auto is_there = [&](const OriginalWork& known) {
      return known.size == size && known.most_blocks == most_blocks_;
    };
    const auto found = std::find_if(original_work_.begin(), original_work_.end(), is_there);
    return found == original_work_.end() ? 0 : found->work;
  }

  /// What a variant may do at `size`.
  std::int64_t most_work(const course::Size& size) const {
    const std::int64_t usual = context_.rules.limits.work_for(part_.operation.bytes_moved(size));
    const auto most = static_cast<std::int64_t>(static_cast<double>(usual) * work_share);
    const std::int64_t original = original_work(size);
    if (original == 0) return most;
    const int halvings = std::min(stopped_ / stopped_by_then, most_halvings);
    return std::min(most, std::max(most >> halvings, times_the_original * original));
  }

  /// Those of `variants`, in ascending order, that make all of `sizes` right: with few blocks first, if that is said.
  std::vector<int> right_at_all(const std::vector<course::Size>& sizes, std::vector<int> variants, int most_blocks) {
    most_blocks_ = most_blocks;
    if (most_blocks != 0) variants = right_at(sizes.front(), variants, 0, /*is_start=*/true);
    most_blocks_ = 0;
    std::int64_t cost_of_size = 0;
    for (std::size_t i = 0; i < sizes.size() && !variants.empty(); ++i) {
      const bool is_start = i == 0 && most_blocks == 0;
      // With all blocks each size takes long. Some tell enough.
      const std::int64_t before = work_left_;
      if (most_blocks != 0 && i >= sizes_with_all_blocks && before < cost_of_size) break;
      if (is_too_much_now(sizes[i])) break;
      if (i < most_sizes || variants.size() <= few) variants = right_at(sizes[i], variants, 0, is_start);
      cost_of_size = before - work_left_;
    }
    std::erase_if(variants, [&](int variant) { return is_one_piece(sizes.front(), variant); });
    return variants;
  }

  /// Takes at most `most` of `variants` out of them: those nearest to a line that is known to take part in the mistake.
  std::vector<int> take_nearest(std::vector<int>& variants, std::size_t most) const {
    std::vector<int> taken = variants, left;
    keep_nearest(taken, most);
    std::set_difference(variants.begin(), variants.end(), taken.begin(), taken.end(), std::back_inserter(left));
    variants = std::move(left);
    return taken;
  }

  /// Of more than `most`, those nearest to a line that is known to take part in the mistake; in ascending order.
  void keep_nearest(std::vector<int>& variants, std::size_t most) const {
    if (variants.size() <= most) return;
    const auto distance = [&](int variant) {
      int least = std::numeric_limits<int>::max() / 2;
      for (const int line : known_lines_) least = std::min(least, std::abs(change(variant).line - line));
      const auto made = steps_to_known_.find(change(variant).line);
      return made == steps_to_known_.end() ? least : std::min(least, made->second);
    };
    // All kinds of changes have their turn: the second one of a kind on a line comes as late as a line further away.
    std::map<std::pair<int, simt::ChangeKind>, int> of_kind;
    std::map<int, int> turn;
    for (const int variant : variants) {
      turn[variant] = distance(variant) + of_kind[{change(variant).line, change(variant).kind}]++;
    }
    std::stable_sort(variants.begin(), variants.end(), [&](int a, int b) { return turn[a] < turn[b]; });
    variants.resize(most);
    std::sort(variants.begin(), variants.end());
  }

  /// Lines that make what the known lines name: how many steps of values lie between.
  static std::map<int, int> steps_from(const simt::SourceIndex& source, const std::vector<int>& lines) {
    constexpr int most_steps = 3;
    std::map<int, int> steps;
    std::vector<int> last = lines;
    for (int step = 1; step <= most_steps; ++step) {
      const std::set<int> found = lines_of_values(source, last);
      for (const int line : found) steps.emplace(line, step);
      last.assign(found.begin(), found.end());
    }
    return steps;
  }

  /// Where what the known lines name gets its value: "target" of `while (count < target)`.
  static std::set<int> lines_of_values(const simt::SourceIndex& source, const std::vector<int>& lines) {
    std::set<int> found;
    for (const simt::SourceName& name : source.names) {
      if (std::find(lines.begin(), lines.end(), name.line) == lines.end()) continue;
      for (const simt::SourceAssignment& one : source.assignments) {
        const bool is_here = source.function_around(one.line) == source.function_around(name.line);
        if (one.name == name.name && is_here) found.insert(one.line);
      }
    }
    return found;
  }

  static std::vector<int> lines_of(const PartState& state) {
    std::vector<int> lines;
    for (const auto* findings : {&state.findings, &state.clues}) {
      for (const Finding& finding : *findings) {
        for (const int line : {finding.line, finding.other_line}) {
          if (line != 0) lines.push_back(line);
        }
      }
    }
    return lines;
  }

  /// Of one element, or one row, all changes leave it wrong, or right. So they are compared again where most is wrong.
  void compare_at_telling_size(const std::vector<course::Size>& sizes) {
    std::size_t found = 0;
    std::int64_t most = trial_of(0).wrong;
    for (std::size_t i = 1; i < sizes.size() && !has_ended_; ++i) {
      if (largest_buffer(part_.operation, sizes[i]) > most_elements_compared) continue;
      const Trial trial = try_at(sizes[i], {0}, {}).front();
      if (trial.is_right || trial.wrong == unknown || trial.wrong <= most) continue;
      most = trial.wrong;
      found = i;
    }
    if (found == 0 || has_ended_) return;
    const course::Size& size = sizes[found];
    std::vector<int> all{0};
    for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
      if (rank_of(change(variant)) < worst_rank_of_two) all.push_back(variant);
    }
    if (all.size() > affordable(size)) return;
    is_wrong_without_races_ = !try_at(size, {0}, {.finds_races = false}).front().is_right;
    const std::vector<Trial> trials = try_at(size, all, {.finds_races = !is_wrong_without_races_});
    for (std::size_t i = 0; i < all.size(); ++i) at_start_[static_cast<std::size_t>(all[i])] = trials[i];
  }

  struct Pair {
    std::vector<simt::Variant> changes;  // two, or none
    int rank = 2 * worst_rank + 1;
  };

  /// Of `seconds`, in ascending order, those that make all of `sizes` right together with `first`; the one that says
  /// most becomes `best`.
  void try_pairs(const std::vector<course::Size>& sizes, int first, std::vector<int> seconds, Pair& best) {
    const auto rank_with = [&](int second) { return rank_of(change(first)) + rank_of(change(second)); };
    std::erase_if(seconds, [&](int second) {
      return change(second).line == change(first).line || rank_with(second) >= best.rank;
    });
    for (std::size_t i = 0; i < sizes.size() && !seconds.empty() && !has_ended_; ++i) {
      if (is_too_much_now(sizes[i])) break;
      if (seconds.size() > affordable(sizes[i])) return;
      seconds = right_at(sizes[i], seconds, first);
    }
    for (const int second : seconds) {
      if (rank_with(second) < best.rank) best = {{change(first), change(second)}, rank_with(second)};
    }
  }

  /// The one of `helpful` that has `before` better ones.
  int best_first(std::vector<int> helpful, std::size_t before) const {
    std::stable_sort(helpful.begin(), helpful.end(), [&](int a, int b) { return is_better(trial_of(a), trial_of(b)); });
    return helpful[before];
  }

  /// Those that name a mistake by themselves, and missing barriers.
  std::vector<int> clear_changes() const {
    std::vector<int> clear;
    for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
      const simt::Variant& one = change(variant);
      if (rank_of(one) <= 1 || one.kind == simt::ChangeKind::lacks_barrier) clear.push_back(variant);
    }
    return clear;
  }

  /// Variants that are better than the original, the best ones, in their order.
  std::vector<int> helpful_changes() const {
    std::vector<int> helpful;
    for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
      const bool says_much = rank_of(change(variant)) < worst_rank_of_two;
      if (says_much && is_better(trial_of(variant), trial_of(0))) helpful.push_back(variant);
    }
    std::stable_sort(helpful.begin(), helpful.end(), [&](int a, int b) { return is_better(trial_of(a), trial_of(b)); });
    if (helpful.size() > most_helpful) helpful.resize(most_helpful);
    std::sort(helpful.begin(), helpful.end());
    return helpful;
  }
  const Trial& trial_of(int variant) const { return at_start_[static_cast<std::size_t>(variant)]; }

  /// Many are tried without a look for races first, which is quicker, and what is wrong then is not tried again.
  std::vector<int> right_at(const course::Size& size, std::vector<int> variants, int second = 0,
                            bool is_start = false) {
    for (const bool finds_races : {false, true}) {
      const bool is_quicker = variants.size() > few || is_start;
      if (!finds_races && !(is_quicker && is_wrong_without_races_)) continue;
      const std::vector<Trial> trials = try_at(size, variants, {.second = second, .finds_races = finds_races});
      std::vector<int> right;
      for (std::size_t i = 0; i < variants.size(); ++i) {
        // All are compared by what the same look at them shows.
        if (is_start && finds_races != is_wrong_without_races_)
          at_start_[static_cast<std::size_t>(variants[i])] = trials[i];
        if (trials[i].is_right) right.push_back(variants[i]);
      }
      variants = std::move(right);
    }
    return variants;
  }

  struct How {
    int second = 0;               ///< another variant at the same time; 0: none
    bool finds_races = true;      ///< besides everything else
    bool is_one_of_many = false;  ///< and may not do more than a share of the work that is allowed
  };

  /// Each of `variants`, in ascending order.
  std::vector<Trial> try_at(const course::Size& size, const std::vector<int>& variants, How how) {
    std::vector<Trial> trials(variants.size());
    if (variants.empty()) return trials;
    const bool one_by_one = part_.leaves_no_trace;
    const int slots = one_by_one ? 1 : static_cast<int>(std::min<std::size_t>(variants.size(), runner::max_launches));
    session_.take_back();
    const auto workspace = context_.backend.lend({part_.operation, size, slots});
    how.is_one_of_many = variants.size() > few || how.second != 0 || variants.front() == 0;
    for (std::size_t i = 0; i < variants.size() && !has_ended_ && work_left_ > 0;) {
      std::size_t end = i + 1;
      while (end < variants.size() && end - i < static_cast<std::size_t>(slots) &&
             variants[end] == variants[end - 1] + 1) {
        ++end;
      }
      const std::span<Trial> here(trials.data() + i, end - i);
      work_left_ -= around_a_run(size) * static_cast<std::int64_t>(here.size());
      if (one_by_one || !try_together(*workspace, variants[i], how, here)) {
        for (std::size_t one = i; one < end && !has_ended_; ++one) {
          trials[one] = try_alone(*workspace, size, variants[one], how);
        }
      }
      i = end;
    }
    session_.take_back();
    return trials;
  }

  backends::PartRunOptions options_for(const course::Size& size, int variant, const How& how) const {
    backends::PartRunOptions options;
    options.begins_anew = true;
    options.find_races = how.finds_races;
    if (how.is_one_of_many) options.most_work = most_work(size);
    options.variant = variant | how.second << 16;
    options.most_blocks = most_blocks_;
    return options;
  }

  /// As many variants from `first` on as there are trials. False where one of them ends the process: which one is not
  /// known.
  bool try_together(backends::Workspace& workspace, int first, const How& how, std::span<Trial> trials) {
    const auto count = static_cast<int>(trials.size());
    const course::Size& size = workspace.problem().size;
    workspace.refill(seed_at(size), 0, count);
    backends::PartRunOptions options = options_for(size, first, how);
    options.slots = count;
    options.tries_variants = true;
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, workspace, options);
    note_work(outcome, size, first + count - 1);
    if (!outcome.is_ok()) return !note_end(outcome);
    const bool must_refuse = part_.operation.must_refuse != nullptr && part_.operation.must_refuse(size);
    for (int slot = 0; slot < count; ++slot) {
      const runner::Tried tried = outcome.tried[static_cast<std::size_t>(slot)];
      Trial& trial = trials[static_cast<std::size_t>(slot)];
      if (tried == runner::Tried::out_of_work) ++stopped_;
      trial.is_clean = tried == runner::Tried::clean || tried == runner::Tried::refused;
      if (must_refuse) {
        trial.is_right = tried == runner::Tried::refused;
        continue;
      }
      const backends::CheckOutcome checked = workspace.check(seed_at(size), slot, 1);
      trial.wrong = checked.wrong;
      trial.is_right = tried == runner::Tried::clean && is_right(checked, workspace, slot);
    }
    return true;
  }

  Trial try_alone(backends::Workspace& workspace, const course::Size& size, int variant, const How& how) {
    workspace.refill(seed_at(size), 0, 1);
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, workspace, options_for(size, variant, how));
    note_work(outcome, size, variant);
    Trial trial;
    if (!outcome.is_ok()) note_end(outcome);
    if (!outcome.is_ok() || outcome.left != 0) return trial;
    trial.is_clean = std::none_of(
        outcome.evidence.findings.begin(), outcome.evidence.findings.end(), [&](const simt::FindingRecord& record) {
          const bool is_refused_launch = outcome.refused != 0 && record.kind == simt::FindingKind::bad_launch;
          return !record.is_remark() && !is_refused_launch;
        });
    const bool must_refuse = part_.operation.must_refuse != nullptr && part_.operation.must_refuse(size);
    if (outcome.refused != 0 || must_refuse) {
      trial.is_right = trial.is_clean && outcome.refused == (must_refuse ? part_.operation.refusal : 0);
      return trial;
    }
    const backends::CheckOutcome checked = workspace.check(seed_at(size), 0, 1);
    trial.wrong = checked.wrong;
    trial.is_right = trial.is_clean && is_right(checked, workspace, 0);
    return trial;
  }

  bool is_right(const backends::CheckOutcome& checked, backends::Workspace& workspace, int slot) const {
    if (!is_for_what_is_written_ || checked.is_right()) return checked.is_right();
    if (checked.input_changed || checked.outside_written || checked.wrong > wrong_without_change_) return false;
    const auto is_possible = [](backends::ElementState state) {
      return state == backends::ElementState::right || state == backends::ElementState::never_written;
    };
    const std::vector<backends::ComparedOutput> outputs = workspace.compare(seed_at(workspace.problem().size), slot);
    return !outputs.empty() && std::all_of(outputs.begin(), outputs.end(), [&](const backends::ComparedOutput& output) {
      return std::all_of(output.states.begin(), output.states.end(), is_possible);
    });
  }

  void note_work(const backends::RunOutcome& outcome, const course::Size& size, int last_variant) {
    const std::int64_t work = std::clamp<std::int64_t>(outcome.work, 0, most_work_of_all);
    work_left_ -= outcome.is_ok() ? work : work_of_a_process;
    if (outcome.is_ok() && last_variant == 0) original_work_.push_back({size, most_blocks_, work});
  }

  /// A variant may crash, or go on for ever; code that does anything else has no mistake that is looked for here.
  /// True where its process has ended, and the search goes on.
  bool note_end(const backends::RunOutcome& outcome) {
    using Status = backends::RunStatus;
    const bool is_usual = outcome.status == Status::device_error || outcome.status == Status::crashed ||
                          outcome.status == Status::out_of_work;
    if (!is_usual || ++ends_ > most_ends) has_ended_ = true;
    return !has_ended_;
  }

  const Context& context_;
  const course::Part& part_;
  const VariantLibrary& built_;
  const std::string only_;
  const bool is_between_streams_;  // two operations use the same memory
  const bool waits_forever_;       // each such run ends a process
  const bool is_between_blocks_;   // two threads use the same global memory
  const bool has_empty_grid_;      // a launch is refused for that
  const std::vector<int> known_lines_;
  const std::set<int> awaited_lines_;        // where numbers of these lines get their values
  const std::map<int, int> steps_to_known_;  // from lines that make what these use
  const std::uint64_t seed_ = context_.seed ^ own_inputs;
  std::int64_t work_left_ = most_work_of_all;
  struct OriginalWork {
    course::Size size;
    int most_blocks = 0;
    std::int64_t work = 0;
  };
  std::vector<OriginalWork> original_work_;
  int most_blocks_ = 0;  // of a grid; 0: all
  std::size_t untried_ = 0;
  bool is_for_what_is_written_ = false;    // what is never written is another matter
  std::int64_t wrong_without_change_ = 0;  // elements, at the size at hand
  int stopped_ = 0;                        // variants that had done as much as they may
  bool has_ended_ = false;
  int ends_ = 0;                 // of processes
  std::vector<Trial> at_start_;  // of each variant at the first size that is wrong
  bool is_wrong_without_races_ = false;
  Session session_;
};

/// A finding that names the mistake itself, and not only what comes of it.
bool has_clear_finding(const PartState& state) {
  using Kind = simt::FindingKind;
  return std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& finding) {
    if (finding.name == "launch-arguments") return true;
    // A copy may be refused for its place, its size or its direction, which come of something else.
    const bool is_about_freed = finding.text.find("cudaFree has freed") != std::string::npos;
    const bool is_named = finding.text.find("is a __device__ variable") != std::string::npos;
    const bool is_refused_copy =
        !is_about_freed && !is_named && finding.text.find("cudaErrorInvalidValue") != std::string::npos;
    switch (finding.kind.value_or(Kind::out_of_bounds)) {
      case Kind::bad_launch:
        return !is_empty_grid(finding);
      case Kind::failed_call:
        return !is_refused_copy;
      case Kind::deadlock:
      case Kind::out_of_bounds:
      case Kind::shared_race:
      case Kind::stream_race:
      case Kind::uninitialized_shared:
      case Kind::uninitialized_global:
      case Kind::misaligned:
        return false;
      case Kind::global_race:
        return finding.is_missing_fence();
      default:
        return true;
    }
  });
}

/// A variable without a first value is a second mistake: variants begin with 0 there, so no change names it.
void add_missing_value(const Context& context, Finding& change) {
  const simt::SourceFunction* const function = context.source.function_around(change.line);
  for (const simt::CompilerWarning& warning : warnings_of(context)) {
    const bool is_missing = warning.text.find("uninitialized") != std::string::npos;
    if (!is_missing || function == nullptr || context.source.function_around(warning.line) != function) continue;
    change.text += ". A second mistake is at line " + std::to_string(warning.line) + ": " + warning.text;
    return;
  }
}

bool orders_threads(const simt::Variant& change) {
  return change.kind == simt::ChangeKind::lacks_barrier || change.kind == simt::ChangeKind::lacks_wait;
}

/// A helper does what it is given. Where the same change of what one call gives it is right as well, that call is
/// named.
void put_call_first(std::vector<simt::Variant>& changes, const simt::SourceIndex& source) {
  if (changes.empty()) return;
  const simt::Variant& first = changes.front();
  const simt::SourceFunction* const helper = source.function_around(first.line);
  if (helper == nullptr || helper->is_kernel) return;
  const bool is_given = std::any_of(helper->named.begin(), helper->named.end(),
                                    [&](const simt::SourceParameter& one) { return one.name == first.here; });
  const auto call = std::find_if(changes.begin(), changes.end(), [&](const simt::Variant& one) {
    return one.call == helper->name && one.kind == first.kind && one.instead == first.instead;
  });
  if (is_given && call != changes.end()) std::rotate(changes.begin(), call, call + 1);
}

/// A variable that only one line uses is what that line makes of it. Where another value of it is right as well, that
/// value is named.
void put_definition_first(std::vector<simt::Variant>& changes, const simt::SourceIndex& source) {
  if (changes.empty()) return;
  const simt::Variant first = changes.front();
  constexpr std::string_view value = "the value of ";
  const auto defines = [&](const simt::Variant& one) {
    if (!one.where.starts_with(value) || one.line == first.line) return false;
    const std::string name = one.where.substr(value.size());
    const simt::SourceFunction* const function = source.function_around(one.line);
    if (function == nullptr || function != source.function_around(first.line)) return false;
    int uses = 0, uses_there = 0;
    for (const simt::SourceName& use : source.names) {
      if (use.name != name || use.line == one.line || source.function_around(use.line) != function) continue;
      ++uses;
      if (use.line == first.line) ++uses_there;
    }
    return uses == 1 && uses_there == 1;
  };
  const auto definition = std::find_if(changes.begin(), changes.end(), defines);
  if (definition != changes.end()) std::rotate(changes.begin(), definition, definition + 1);
}

/// That the search has ended with `untried` of `all` changes.
Finding stopped_in_words(std::size_t untried, std::size_t all) {
  Finding finding;
  finding.name = "search-stopped";
  finding.is_remark = true;
  finding.text = fmt::format(
      "the emulator looked for one change that makes this part right, and stopped early: it has not tried {} of {} "
      "changes. So one wrong line may still be the cause",
      untried, all);
  return finding;
}

/// Which one change, or two, makes the part right. `only`: one that has this name in place of another one.
void search_change(const Context& context, PartState& state, const std::string& only = "") {
  std::vector<course::Size> sizes = sizes_to_try(context, state);
  if (sizes.empty()) return;
  const std::unique_ptr<VariantLibrary> built = build_variants(context, *state.part, simt::Aim::right_answer);
  if (built == nullptr) return;
  Search search(context, state, *built, only);
  const bool is_wrong = search.begin_with_wrong(sizes);
  std::vector<simt::Variant> changes = is_wrong ? search.run(sizes) : std::vector<simt::Variant>{};
  put_call_first(changes, context.source);
  put_definition_first(changes, context.source);
  // That blocks overwrite each other's values says itself what is wrong, and a pair with fewer blocks hides it. The
  // history of the values shows it, or two threads were seen to write the same element in one line.
  const auto writes_over = [](const Finding& one) {
    return one.name == "global-race" && (one.other_line == 0 || one.other_line == one.line);
  };
  const bool is_overwritten = std::any_of(state.clues.begin(), state.clues.end(),
                                          [](const Finding& clue) { return clue.name == "global-race"; }) ||
                              std::any_of(state.findings.begin(), state.findings.end(), writes_over);
  const auto is_race = [](const Finding& finding) {
    return finding.kind == simt::FindingKind::shared_race || finding.kind == simt::FindingKind::global_race ||
           finding.kind == simt::FindingKind::stream_race || finding.kind == simt::FindingKind::host_race;
  };
  if (is_wrong && changes.empty() && !is_overwritten && only.empty()) {
    const std::vector<simt::Variant> two = search.run_pairs(sizes);
    // Where a race is all that is wrong, two changes at other lines only keep its threads apart.
    const bool is_race_alone = state.wrong_answers == 0 && !state.findings.empty() &&
                               std::all_of(state.findings.begin(), state.findings.end(), is_race);
    const bool is_about_race = std::any_of(two.begin(), two.end(), [&](const simt::Variant& change) {
      return orders_threads(change) || std::any_of(state.findings.begin(), state.findings.end(), [&](const auto& race) {
               return change.line == race.line || change.line == race.other_line;
             });
    });
    if (!two.empty() && (!is_race_alone || is_about_race))
      state.change = two_changes_in_words(two.front(), two.back(), context.source);
  }
  const bool is_for_what_is_written = is_wrong && changes.empty() && !state.change && only.empty();
  if (is_for_what_is_written) {
    changes = search.run_for_what_is_written(sizes);
    put_call_first(changes, context.source);
    put_definition_first(changes, context.source);
  }
  // Between lines that race, a change elsewhere may only keep the threads apart where a barrier is missing.
  const bool has_shared_race = has(state, simt::FindingKind::shared_race);
  const bool is_elsewhere =
      !changes.empty() && has_shared_race && rank_of(changes.front()) > 0 && !orders_threads(changes.front()) &&
      std::none_of(state.findings.begin(), state.findings.end(), [&](const Finding& finding) {
        return is_race(finding) && (changes.front().line == finding.line || changes.front().line == finding.other_line);
      });
  const bool lacks_barrier = is_elsewhere && search.lacks_only_a_barrier(sizes);
  // A finding says what is wrong without it.
  if (changes.empty() && !state.change && state.findings.empty() && search.untried() != 0)
    state.remarks.push_back(stopped_in_words(search.untried(), built->list.size()));
  search.end();
  if (lacks_barrier) return;
  // A race says itself what is missing, and between which lines; but not that a block does not wait behind what one of
  // its threads waits for.
  const bool is_known = !changes.empty() &&
                        std::any_of(changes.begin(), changes.end(),
                                    [](const simt::Variant& change) {
                                      const bool is_behind =
                                          change.kind == simt::ChangeKind::lacks_barrier && change.instead == "behind";
                                      return orders_threads(change) && !is_behind;
                                    }) &&
                        std::any_of(state.findings.begin(), state.findings.end(), is_race);
  // So does a thread that ends too early: then a step by those that are left over makes it right as well.
  const bool is_early_end = std::any_of(state.clues.begin(), state.clues.end(),
                                        [](const Finding& clue) { return clue.name == "ended-before-barrier"; });
  // That an event had not happened yet says what is missing, unless the wait for one is at fault.
  const bool lacks_wait_for_event =
      !changes.empty() &&
      std::any_of(state.clues.begin(), state.clues.end(),
                  [](const Finding& clue) { return clue.name == "failed-call"; }) &&
      std::none_of(context.source.calls.begin(), context.source.calls.end(), [&](const simt::SourceCall& call) {
        return call.line == changes.front().line && call.name.ends_with("Synchronize");
      });
  if (lacks_wait_for_event) return;
  // Of a wrong answer, a condition that asks for something else only takes another way out.
  const bool is_other_way = !changes.empty() && changes.front().kind == simt::ChangeKind::other_name &&
                            changes.front().where == "the condition";
  // Where two lines of a kernel disagree, another number from the host may hide it.
  const simt::SourceFunction* const changed =
      changes.empty() ? nullptr : context.source.function_around(changes.front().line);
  const bool hides = changed != nullptr && !changed->is_kernel &&
                     std::any_of(state.findings.begin(), state.findings.end(),
                                 [](const Finding& finding) { return finding.compares_lengths; });
  if (hides) return;
  const bool says_little =
      state.wrong_answers != 0 && !changes.empty() && (rank_of(changes.front()) >= rank_of_less || is_other_way);
  if (is_known || says_little || (is_early_end && !changes.empty() && rank_of(changes.front()) >= rank_of_a_guess))
    return;
  if (!changes.empty()) state.change = change_in_words(changes, context.source, is_for_what_is_written);
  if (!changes.empty() && rank_of(changes.front()) < rank_of_less) {
    // What a history blames at other lines comes of the same mistake.
    const Finding& change = *state.change;
    const auto is_there = [&](int line) { return line != 0 && (line == change.line || line == change.other_line); };
    const bool is_bound = changes.front().where.find("condition") != std::string::npos;
    std::erase_if(state.clues, [&](const Finding& clue) {
      // What is left unread by another index than the one that is meant is not the condition's fault.
      if (clue.name == "unread" && !is_bound) return true;
      // A warning may be about a second mistake, but one that only guesses is none.
      const bool is_second =
          clue.name == "compiler-warning" && clue.text.find("may lose precision") == std::string::npos;
      return !is_second && clue.line != 0 && !is_there(clue.line) && !is_there(clue.other_line);
    });
  }
  if (state.change) add_missing_value(context, *state.change);
}

}  // namespace

void find_change(const Context& context, PartState& state) {
  const bool is_wrong = !state.wrong.empty() || !state.findings.empty() || state.changed_memory != 0;
  const bool has_other_reasons = state.reasons.size() != state.wrong_answers + state.changed_memory;
  if (!context.backend.abilities().counts || !is_wrong || state.could_not_run || state.is_not_on_this_device ||
      !state.is_attempted || has_other_reasons)
    return;
  const bool says_errors = state.part->operation.returns_errors();
  const std::optional<Unused> unused =
      state.wrong_answers == 0 || says_errors ? unused_parameter(context.source, state.part->entry) : std::nullopt;
  if (unused && !unused->is_number) {
    // Another name may stand where that of the parameter belongs. On the line that is named anyhow, that is only one of
    // several ways.
    PartState tried = state;
    if (!unused->name.empty() && !has_clear_finding(state)) search_change(context, tried, unused->name);
    if (tried.change && tried.change->line != unused->finding.line) {
      state = std::move(tried);
      state.change->text += fmt::format(". {} stands nowhere in {}", unused->name, state.part->entry);
    } else {
      state.change = unused->finding;
    }
    return;
  }
  // A call that is right in a new process goes wrong by what an earlier one left, which no variant shows.
  const bool is_left_from_before = std::any_of(state.clues.begin(), state.clues.end(),
                                               [](const Finding& clue) { return clue.name == "left-from-before"; });
  if (has_clear_finding(state) || is_left_from_before) return;
  search_change(context, state);
  if (!state.change && unused) state.change = unused->finding;
}

}  // namespace grader

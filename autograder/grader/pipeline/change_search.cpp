#include "grader/pipeline/change_search.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cctype>
#include <cstdlib>
#include <future>
#include <iterator>
#include <utility>

#include "grader/metrics.hpp"

namespace grader {
namespace {

/// Larger sizes take longer, and tell no more.
constexpr std::int64_t most_elements_tried = 20000;
/// Units of the emulator's work (simt/core/work_limit.hpp) of all runs of variants together.
constexpr std::int64_t most_work_of_all = 300'000'000;
/// Of it, what is left for more sizes, at which the few are tried that are right at the first one.
constexpr std::int64_t work_to_confirm = most_work_of_all / 6;
/// What is left in any case for barriers, which are few.
constexpr std::int64_t work_for_barriers = most_work_of_all / 10;
/// What a run costs besides: its inputs are filled, its outputs are checked.
constexpr std::int64_t work_of_a_run = 8192, work_of_an_element = 4;
/// A process that ends is followed by a new one.
constexpr std::int64_t work_of_a_process = 1'000'000;
/// A variant is right by chance at one size, and hardly at so many.
constexpr std::size_t most_sizes = 6;
/// Of a variant: it may go on for ever. The more have done so, the less the next ones may do, but always some times
/// what the original does: fewer times when many have been stopped.
constexpr double work_share = 0.06;
constexpr int stopped_by_then = 2, most_halvings = 5;
constexpr std::int64_t times_the_original = 8, times_then = 4;
constexpr int many_stopped = 16;
/// So many may go on for longer.
constexpr std::size_t few = 16;
/// Of those that make something better, so many are tried in pairs: about a hundred pairs.
constexpr std::size_t most_helpful = 16;
/// And so many of them with every change that says much.
constexpr std::size_t most_first = 3;
/// Of what is wrong with some inputs only, so many are tried, and the next ones differ by this number.
constexpr int most_inputs = 4;
constexpr std::uint64_t step_of_inputs = 0x2545f4914f6cdd1d;
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
/// So many batches of variants run at the same time, each in a process of its own. It is the same number on all
/// machines: what is tried, and so what is found, depends on it.
constexpr int most_sessions = 4;
/// For less, it takes longer to start them.
constexpr std::int64_t work_of_sessions = 20'000'000;
/// Of a batch: what one has done decides how much the next one may do, and of one that ends a process each is run
/// again.
constexpr std::size_t most_of_a_batch = 4;
static_assert(most_of_a_batch <= runner::max_launches);
/// Each costs a new process.
constexpr int most_ends = 64;
constexpr std::uint64_t own_inputs = 0x517cc1b727220a95;

/// Metrics that a change of a kernel's lines decides, and one run without a model of caches tells.
bool counts_here(const course::Metric& metric) {
  constexpr course::MetricKey all[] = {"traffic_vs_minimum", "conflict_share", "constant_wavefronts",
                                       "shared_wavefronts"};
  return std::any_of(std::begin(all), std::end(all),
                     [&](const course::MetricKey& one) { return course::MetricKey(metric).row() == one.row(); });
}

/// Whether a limited metric is beyond its limit in `one`, and far from what it is in `other`.
bool is_clearly_slower(const course::MetricValues& one, const course::MetricValues& other,
                       const course::TrafficLimits& limits) {
  constexpr double times = 1.5, more = 0.1;
  return std::any_of(course::metrics.begin(), course::metrics.end(), [&](const course::Metric& metric) {
    return counts_here(metric) && course::judge(metric, one, limits) == course::Judgement::too_much && other[metric] &&
           *one[metric] > times * *other[metric] + more;
  });
}

const course::Size& largest_of(const course::Operation& operation, const std::vector<course::Size>& sizes) {
  return *std::max_element(sizes.begin(), sizes.end(), [&](const course::Size& one, const course::Size& other) {
    return largest_buffer(operation, one) < largest_buffer(operation, other);
  });
}

}  // namespace

bool is_large(const course::Operation& operation, const course::Size& size) {
  return largest_buffer(operation, size) > most_elements_tried;
}

bool has(const PartState& state, simt::FindingKind kind) {
  return std::any_of(state.findings.begin(), state.findings.end(),
                     [kind](const Finding& finding) { return finding.kind == kind; });
}

bool is_empty_grid(const Finding& finding) {
  return finding.kind == simt::FindingKind::bad_launch && finding.detail == simt::Detail::empty_grid;
}

ChangeSearch::ChangeSearch(const Context& context, PartState& state, const VariantLibrary& built, std::string only)
    : context_(context),
      part_(*state.part),
      built_(built),
      only_(std::move(only)),
      is_between_streams_(has(state, simt::FindingKind::stream_race)),
      shares_place_(std::any_of(state.findings.begin(), state.findings.end(),
                                [](const Finding& finding) { return finding.shares_place; })),
      waits_forever_(has(state, simt::FindingKind::deadlock)),
      is_endless_(has(state, simt::FindingKind::out_of_work)),
      is_between_blocks_(has(state, simt::FindingKind::global_race)),
      has_findings_(!state.findings.empty()),
      has_empty_grid_(std::any_of(state.findings.begin(), state.findings.end(), is_empty_grid)),
      known_lines_(known_lines(context, state)),
      awaited_lines_(lines_of_values(context.source, known_lines_)),
      steps_to_known_(steps_from(context.source, known_lines_)),
      seed_(context.seed ^ own_inputs),
      work_left_(most_work_of_all - work_to_confirm),
      work_to_confirm_(work_to_confirm) {
  for (int i = 0; i < most_sessions; ++i) {
    sessions_.emplace_back(context.backend, built.library, context.rules.limits, /*schedule=*/0);
    if (i != 0) threads_.emplace_back(1);
  }
}

bool ChangeSearch::begin_with_wrong(std::vector<course::Size>& sizes) {
  // Not all inputs show what is wrong.
  for (int attempt = 0; attempt < most_inputs && !has_ended_; ++attempt) {
    for (auto size = sizes.begin(); size != sizes.end(); ++size) {
      if (!right_at(*size, {0}).empty()) continue;
      std::rotate(sizes.begin(), size, sizes.end());
      return !has_ended_;
    }
    seed_ += step_of_inputs;
  }
  return false;
}

std::vector<simt::Variant> ChangeSearch::run(const std::vector<course::Size>& sizes) {
  const course::Size& start = sizes.front();
  std::vector<int> right;
  at_start_.assign(built_.list.size() + 1, Trial{});
  is_wrong_without_races_ = !try_at(start, {0}, {.finds_races = false}).front().is_right;
  at_start_.front() =
      try_at(start, {0}, {.finds_races = !is_wrong_without_races_, .counts_never_written = true}).front();
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
        const std::vector<int> found = right_at_all(sizes, tried, most_blocks);
        right.insert(right.end(), found.begin(), found.end());
        if (tried.empty()) break;
      } while (!right.empty() && !of_rank.empty() && !has_ended_);
      if (!right.empty() || has_ended_) break;
    }
    if (!right.empty() || has_ended_) break;
  }
  for (const std::vector<int>& of_rank : waiting) untried_ += of_rank.size();
  const auto surprise = [&](int variant) {
    return std::pair(surprise_of(change(variant)), is_side_of_block(change(variant)));
  };
  std::stable_sort(right.begin(), right.end(), [&](int one, int other) { return surprise(one) < surprise(other); });
  leave_out_slow(right);
  std::vector<simt::Variant> changes;
  for (const int variant : right) changes.push_back(change(variant));
  return has_ended_ ? std::vector<simt::Variant>{} : changes;
}

void ChangeSearch::leave_out_slow(std::vector<int>& right) {
  constexpr std::size_t most_counted = 6;
  const course::TrafficLimits& limits = context_.lab_rules.parts.find(part_.id)->second.traffic;
  const auto is_limited = [&](const course::Metric& metric) { return counts_here(metric) && limits.at_most[metric]; };
  if (right.size() < 2 || has_ended_ || std::none_of(course::metrics.begin(), course::metrics.end(), is_limited))
    return;
  const course::Size size = size_to_count();
  std::map<int, course::MetricValues> counted;
  for (std::size_t i = 0; i < std::min(right.size(), most_counted) && !has_ended_; ++i) {
    if (const auto values = counted_at(size, right[i])) counted[right[i]] = *values;
  }
  std::erase_if(right, [&](int variant) {
    const auto own = counted.find(variant);
    return own != counted.end() && std::any_of(counted.begin(), counted.end(), [&](const auto& other) {
             return is_clearly_slower(own->second, other.second, limits);
           });
  });
}

course::Size ChangeSearch::size_to_count() const {
  constexpr std::int64_t side = 32, parts = 8;
  course::Size size = context_.backend.performance_size(context_.lab, context_.lab_rules, part_);
  // What else a function needs follows from the listed extents: with others, it would not be what the part is judged
  // by.
  if (!part_.operation.further_extents.empty()) return course::problem_size(part_.operation, size);
  for (int i = 0; i < context_.lab.rank(); ++i) {
    size.extent[i] = std::max(std::min(size.extent[i], side), size.extent[i] / parts);
  }
  return course::problem_size(part_.operation, size);
}

std::optional<course::MetricValues> ChangeSearch::counted_at(const course::Size& size, int variant) {
  const auto workspace = context_.backend.lend({part_.operation, size, 1});
  workspace->refill(seed_at(size), 0, 1);
  backends::PartRunOptions options = options_for(size, variant, {.finds_races = false});
  options.count_traffic = true;
  const backends::RunOutcome outcome = run_by_itself(*workspace, options);
  if (!outcome.is_ok()) return std::nullopt;
  const simt::memory::Device device = *context_.backend.abilities().device;
  const units::Bytes moved{part_.operation.bytes_moved(size)};
  const course::PartRules& rules = context_.lab_rules.parts.find(part_.id)->second;
  return with_relevant_metrics(summarize(outcome.evidence, moved, device), context_.lab_rules, rules, device).values;
}

std::vector<simt::Variant> ChangeSearch::run_for_what_is_written(const std::vector<course::Size>& sizes) {
  std::vector<int> right = helpful_changes();
  // Another number in place of a number, or another condition, may only write less.
  const auto writes_less = [this](const simt::Variant& change) {
    const bool is_number = !change.here.empty() && std::all_of(change.here.begin(), change.here.end(),
                                                               [](unsigned char c) { return std::isdigit(c) != 0; });
    using enum simt::ChangeKind;
    // More threads store more of an array, and hide that too much of it is read.
    const bool is_of_launch = has_findings_ && change.where == "the numbers of the launch";
    return is_number || is_of_launch || change.kind == condition || change.kind == lacks_condition ||
           change.kind == other_condition || change.kind == asks_otherwise ||
           change.where.find("condition") != std::string::npos || change.where.find("loop") != std::string::npos;
  };
  std::erase_if(
      right, [&](int variant) { return rank_here(change(variant)) >= rank_of_less || writes_less(change(variant)); });
  if (right.empty() || has_ended_ || part_.operation.must_refuse != nullptr) return {};
  is_for_what_is_written_ = true;
  std::set<int> better;
  for (std::size_t i = 0; i < sizes.size() && i < most_sizes && !right.empty(); ++i) {
    const Trial without = try_at(sizes[i], {0}, {}).front();
    wrong_without_change_ = without.wrong;
    std::erase_if(right, [&](int variant) {
      const Trial trial = try_at(sizes[i], {variant}, {}).front();
      if (trial.wrong < without.wrong) better.insert(variant);
      // What writes less leaves less wrong, too.
      return !trial.is_right || trial.never_written > without.never_written;
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

template <class Wanted>
std::optional<simt::Variant> ChangeSearch::right_at_line(const std::vector<course::Size>& sizes, int line,
                                                         Wanted wanted) {
  std::vector<int> all;
  for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
    const simt::Variant& one = change(variant);
    if (one.line == line && wanted(one)) all.push_back(variant);
  }
  if (has_ended_ || all.empty()) return std::nullopt;
  const std::vector<int> right = right_at_all(sizes, all, /*most_blocks=*/0);
  return has_ended_ || right.empty() ? std::nullopt : std::optional(change(right.front()));
}

std::optional<simt::Variant> ChangeSearch::holds_always(const std::vector<course::Size>& sizes, int line) {
  return right_at_line(sizes, line, [](const simt::Variant& one) {
    return one.kind == simt::ChangeKind::condition && one.instead == "always";
  });
}

std::optional<simt::Variant> ChangeSearch::is_surplus(const std::vector<course::Size>& sizes, int line) {
  return right_at_line(sizes, line, [](const simt::Variant& one) { return one.kind == simt::ChangeKind::surplus; });
}

std::size_t ChangeSearch::untried() const { return untried_; }

std::vector<simt::Variant> ChangeSearch::barriers(const std::vector<course::Size>& sizes) {
  work_left_ = std::max(work_left_, work_for_barriers);
  std::vector<int> right;
  for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
    if (change(variant).kind == simt::ChangeKind::lacks_barrier) right.push_back(variant);
  }
  // What races in helpers is ordered in the kernel that calls them.
  const auto is_in_kernel = [&](int variant) {
    const simt::SourceFunction* const function = context_.source.function_around(change(variant).line);
    return function != nullptr && function->is_kernel;
  };
  const auto helpers = std::stable_partition(right.begin(), right.end(), is_in_kernel);
  const std::size_t most = affordable(sizes.front());
  if (static_cast<std::size_t>(helpers - right.begin()) >= most) right.erase(helpers, right.end());
  keep_nearest(right, most);
  for (std::size_t i = 0; i < sizes.size() && !right.empty() && !has_ended_; ++i) {
    if (i != 0 && (is_too_much_now(sizes[i]) || affordable(sizes[i]) < right.size())) break;
    right = right_at(sizes[i], right);
  }
  std::vector<simt::Variant> changes;
  for (const int variant : right) changes.push_back(change(variant));
  return has_ended_ ? std::vector<simt::Variant>{} : changes;
}

std::vector<simt::Variant> ChangeSearch::run_pairs(const std::vector<course::Size>& sizes) {
  if (has_ended_ || is_between_streams_ || waits_forever_ || is_endless_) return {};
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

void ChangeSearch::end() {
  for (Session& session : sessions_) session.end();
}

const simt::Variant& ChangeSearch::change(int variant) const {
  return built_.list[static_cast<std::size_t>(variant) - 1];
}

// ---- which changes are tried, and in which order ----

bool ChangeSearch::is_slip(const simt::Variant& one) {
  switch (one.kind) {
    case simt::ChangeKind::sign:
    case simt::ChangeKind::joint:
    case simt::ChangeKind::product_asked:
    case simt::ChangeKind::narrow_type:
    case simt::ChangeKind::lacks_break:
    case simt::ChangeKind::macro_brackets:
    case simt::ChangeKind::size_of_pointer:
    case simt::ChangeKind::subtracted_once:
    case simt::ChangeKind::weak_barrier:
    case simt::ChangeKind::in_one_block:
    case simt::ChangeKind::cut_too_early:
      return true;
    default:
      return false;
  }
}

bool ChangeSearch::makes_one_block(const simt::Variant& one) const {
  return is_between_blocks_ && one.is_of_host && one.kind == simt::ChangeKind::constant &&
         (one.instead == "1" || one.instead == "0");
}

bool ChangeSearch::leaves_blocks_idle(const simt::Variant& one) const {
  const bool is_factor = one.kind == simt::ChangeKind::lacks_factor ||
                         (one.kind == simt::ChangeKind::other_member && one.instead.find(" * ") != std::string::npos);
  if (!is_between_blocks_ || !is_factor || !one.here.starts_with("blockIdx")) return false;
  constexpr std::string_view value = "the value of ";
  return (one.where == "the start of the loop" && one.kind == simt::ChangeKind::lacks_factor) ||
         (one.where.starts_with(value) && goes_on_by_less_than_the_grid(one.where.substr(value.size()), one.line));
}

bool ChangeSearch::goes_on_by_less_than_the_grid(const std::string& first, int line) const {
  const simt::SourceIndex& source = context_.source;
  const simt::SourceFunction* const function = source.function_around(line);
  const auto is_of_grid = [&](const simt::SourceAssignment& one, const std::string& name) {
    return one.name == name && std::find(one.from.begin(), one.from.end(), "gridDim") != one.from.end();
  };
  return std::any_of(source.conditions.begin(), source.conditions.end(), [&](const simt::SourceCondition& loop) {
    if (!loop.is_loop || source.function_around(loop.line) != function) return false;
    const bool has_step = std::any_of(source.assignments.begin(), source.assignments.end(),
                                      [&](const auto& one) { return one.line == loop.line && one.is_combined; });
    int uses = 0;
    bool knows_grid = false;
    for (const simt::SourceName& name : source.names) {
      if (name.line != loop.line) continue;
      if (name.name == first) ++uses;
      knows_grid = knows_grid || name.name == "gridDim" ||
                   std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
                     return source.function_around(one.line) == function && is_of_grid(one, name.name);
                   });
    }
    // A loop that also ends with a sum of it goes through the block's own piece.
    return has_step && uses == 1 && !knows_grid;
  });
}

bool ChangeSearch::is_side_of_block(const simt::Variant& one) const {
  constexpr std::size_t place_of_block = 1;
  const auto& launches = context_.source.launches;
  return std::any_of(launches.begin(), launches.end(), [&](const simt::SourceLaunch& launch) {
    return launch.shape.size() > place_of_block && one.where == "the call of " + launch.shape[place_of_block];
  });
}

bool ChangeSearch::fills_empty_grid(const simt::Variant& one) const {
  using Kind = simt::ChangeKind;
  const bool is_number = one.kind == Kind::constant || one.kind == Kind::off_by_one || one.kind == Kind::factor ||
                         one.kind == Kind::other_name;
  const bool is_of_launch = one.where == "the numbers of the launch" ||
                            std::any_of(context_.source.launches.begin(), context_.source.launches.end(),
                                        [&](const simt::SourceLaunch& launch) { return launch.line == one.line; });
  return has_empty_grid_ && is_number && is_of_launch;
}

int ChangeSearch::rank_here(const simt::Variant& one) const {
  if (makes_one_block(one) || leaves_blocks_idle(one) || fills_empty_grid(one) ||
      (!only_.empty() && one.instead != only_))
    return worst_rank + 1;
  if (waits_forever_) {
    const bool is_there = std::find(known_lines_.begin(), known_lines_.end(), one.line) != known_lines_.end();
    const bool is_awaited = is_there || awaited_lines_.contains(one.line);
    const bool is_number = one.kind == simt::ChangeKind::surplus_factor ||
                           one.kind == simt::ChangeKind::surplus_addend || one.kind == simt::ChangeKind::other_member ||
                           one.kind == simt::ChangeKind::off_by_one;
    const bool is_tried = (is_there && one.kind == simt::ChangeKind::comparison) || (is_awaited && is_number) ||
                          one.kind == simt::ChangeKind::sign;
    return is_tried ? rank_of(one) : worst_rank + 1;
  }
  if (is_endless_) {
    const bool is_there = std::find(known_lines_.begin(), known_lines_.end(), one.line) != known_lines_.end();
    const int rank = rank_of(one);
    return (is_there || steps_to_known_.contains(one.line)) && rank < rank_of_less ? rank : worst_rank + 1;
  }
  return is_between_streams_ ? rank_between_streams(one, shares_place_) : rank_of(one);
}

std::vector<int> ChangeSearch::take_nearest(std::vector<int>& variants, std::size_t most) const {
  std::vector<int> taken = variants, left;
  keep_nearest(taken, most);
  std::set_difference(variants.begin(), variants.end(), taken.begin(), taken.end(), std::back_inserter(left));
  variants = std::move(left);
  return taken;
}

void ChangeSearch::keep_nearest(std::vector<int>& variants, std::size_t most) const {
  if (variants.size() <= most) return;
  const auto distance = [&](int variant) {
    if (is_slip(change(variant))) return 0;
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

std::map<int, int> ChangeSearch::steps_from(const simt::SourceIndex& source, const std::vector<int>& lines) {
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

std::set<int> ChangeSearch::lines_of_values(const simt::SourceIndex& source, const std::vector<int>& lines) {
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

std::vector<int> ChangeSearch::known_lines(const Context& context, const PartState& state) {
  std::vector<int> lines = lines_of(state);
  const bool lacks_threads = std::any_of(state.clues.begin(), state.clues.end(),
                                         [](const Finding& clue) { return clue.name == "never-written"; });
  if (!lacks_threads) return lines;
  const std::vector<const simt::SourceFunction*> used = context.source.used_by(state.part->entry);
  for (const simt::SourceLaunch& launch : context.source.launches) {
    const bool is_used = std::find(used.begin(), used.end(), context.source.function_around(launch.line)) != used.end();
    if (is_used) lines.push_back(launch.line);
  }
  return lines;
}

std::vector<int> ChangeSearch::lines_of(const PartState& state) {
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

// ---- how much work they may do ----

bool ChangeSearch::is_too_much_now(const course::Size& size) const {
  return is_large(part_.operation, size) && work_left_ < most_work_of_all / 3;
}

std::int64_t ChangeSearch::around_a_run(const course::Size& size) const {
  return work_of_a_run + work_of_an_element * largest_buffer(part_.operation, size);
}

std::int64_t ChangeSearch::expected_work(const course::Size& size) const {
  return around_a_run(size) + original_work(size);
}

std::size_t ChangeSearch::affordable(const course::Size& size) const {
  return static_cast<std::size_t>(std::max<std::int64_t>(work_left_, 0) / expected_work(size));
}

std::int64_t ChangeSearch::original_work(const course::Size& size) const {
  const auto is_there = [&](const OriginalWork& known) {
    return known.size == size && known.most_blocks == most_blocks_;
  };
  const auto found = std::find_if(original_work_.begin(), original_work_.end(), is_there);
  return found == original_work_.end() ? 0 : found->work;
}

std::int64_t ChangeSearch::most_work(const course::Size& size) const {
  const std::int64_t usual = context_.rules.limits.work_for(part_.operation.bytes_moved(size));
  const auto most = static_cast<std::int64_t>(static_cast<double>(usual) * work_share);
  const std::int64_t original = original_work(size);
  if (original == 0 && !is_endless_) return most;
  const int halvings = std::min(stopped_ / stopped_by_then, most_halvings);
  const std::int64_t times = stopped_ < many_stopped ? times_the_original : times_then;
  const std::int64_t fair = std::max(most >> halvings, times * original);
  return std::max(std::min(most, fair), 2 * original);  // what is right may do more than what is wrong
}

int ChangeSearch::blocks_to_try(const course::Size& size) {
  if ((affordable(size) >= built_.list.size() && !is_endless_) || has_ended_) return 0;
  const Trial whole = at_start_.front();
  most_blocks_ = few_blocks;
  const Trial cut = try_at(size, {0}, {.finds_races = !is_wrong_without_races_, .counts_never_written = true}).front();
  most_blocks_ = 0;
  // What the other blocks would write is missing then, whatever is changed.
  if (cut.never_written > whole.never_written && !is_endless_) return 0;
  // So is what they write only where the right change is made.
  if (whole.never_written > 0 && !is_endless_) return 0;
  // With all blocks it may have been stopped, for so much work.
  // Where nothing is written, the same elements are wrong with any number of blocks.
  const bool goes_wrong_alike = is_endless_ || (cut.wrong == whole.wrong && !whole.nothing_written);
  if (cut.is_right || (whole.is_clean && !cut.is_clean) || !goes_wrong_alike) return 0;
  at_start_.front() = cut;
  return few_blocks;
}

// ---- one change ----

std::vector<int> ChangeSearch::right_at_all(const std::vector<course::Size>& sizes, std::vector<int> variants,
                                            int most_blocks) {
  most_blocks_ = most_blocks;
  if (most_blocks != 0) variants = right_at(sizes.front(), variants, 0, /*is_start=*/true);
  most_blocks_ = 0;
  std::int64_t cost_of_size = 0;
  bool is_tried_where_wrong = most_blocks != 0;
  for (std::size_t i = 0; i < sizes.size() && !variants.empty(); ++i) {
    const bool is_start = i == 0 && most_blocks == 0;
    // With all blocks each size takes long. Some tell enough.
    const std::int64_t before = std::max<std::int64_t>(work_left_, 0) + work_to_confirm_;
    if (most_blocks != 0 && i >= sizes_with_all_blocks && before < cost_of_size) break;
    // Behind a large size there may be small ones.
    if (is_too_much_now(sizes[i])) continue;
    const bool confirms = !is_start && variants.size() <= few;
    if (confirms) work_left_ = std::max<std::int64_t>(work_left_, 0) + std::exchange(work_to_confirm_, 0);
    if (i < most_sizes || variants.size() <= few) variants = right_at(sizes[i], variants, 0, is_start);
    if (confirms) work_left_ -= work_to_confirm_ = std::clamp<std::int64_t>(work_left_, 0, work_to_confirm);
    is_tried_where_wrong |= i == 0;
    cost_of_size = before - work_left_ - work_to_confirm_;
  }
  if (!is_tried_where_wrong) return {};
  std::erase_if(variants, [&](int variant) {
    return is_one_piece(size_of_pieces(sizes), variant) ||
           hides_other_blocks(largest_of(part_.operation, sizes), variant) ||
           needs_order_of_blocks(sizes.front(), variant);
  });
  return variants;
}

bool ChangeSearch::needs_order_of_blocks(const course::Size& size, int variant) {
  constexpr std::uint64_t turned_around = 1;  // simt/core/threads/schedule.hpp
  if (!change(variant).is_of_host || has_ended_) return false;
  if (work_left_ <= 0) work_left_ = std::exchange(work_to_confirm_, 0);
  if (work_left_ <= 0) return false;
  return !try_at(size, {variant}, {.schedule = turned_around}).front().is_right && !has_ended_;
}

std::vector<int> ChangeSearch::right_at(const course::Size& size, std::vector<int> variants, int second,
                                        bool is_start) {
  for (const bool finds_races : {false, true}) {
    const bool is_quicker = variants.size() > few || is_start;
    if (!finds_races && !(is_quicker && is_wrong_without_races_)) continue;
    const How how{.second = second, .finds_races = finds_races, .is_start = is_start};
    const std::vector<Trial> trials = try_at(size, variants, how);
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

course::Size ChangeSearch::size_of_pieces(const std::vector<course::Size>& sizes) const {
  course::Size found = sizes.front();
  for (const course::Size& size : sizes) {
    const bool is_larger = largest_buffer(part_.operation, size) > largest_buffer(part_.operation, found);
    if (is_larger && !is_large(part_.operation, size)) found = size;
  }
  return found;
}

bool ChangeSearch::is_one_piece(const course::Size& size, int variant) {
  constexpr std::ptrdiff_t several = 3;
  if (!change(variant).is_of_host || has_ended_ || launches_at(size, variant) != 1) return false;
  // What ends early, for an error, has not launched all.
  const std::ptrdiff_t launches = launches_at(size, 0);
  return launches >= several || (launches == 0 && launches_in_loop());
}

bool ChangeSearch::hides_other_blocks(const course::Size& size, int variant) {
  if (!is_between_blocks_ || !change(variant).is_of_host || has_ended_) return false;
  return most_blocks_at(size, variant) == 1 && most_blocks_at(size, 0) > 1;
}

std::int64_t ChangeSearch::most_blocks_at(const course::Size& size, int variant) {
  const auto workspace = context_.backend.lend({part_.operation, size, 1});
  workspace->refill(seed_at(size), 0, 1);
  backends::PartRunOptions options = options_for(size, variant, {.finds_races = false});
  options.watched.push_back({part_.operation.input_count, 0});  // what launches do is told only of what is watched
  const backends::RunOutcome outcome = run_by_itself(*workspace, options);
  std::int64_t most = 0;
  for (const simt::HistoryRecord& record : outcome.evidence.history) {
    if (record.kind == simt::HistoryKind::launch)
      most = std::max(most, std::int64_t{record.grid.x} * record.grid.y * record.grid.z);
  }
  return outcome.is_ok() ? most : 0;
}

bool ChangeSearch::launches_in_loop() const {
  const auto& all = context_.source.launches;
  return std::any_of(all.begin(), all.end(), [&](const simt::SourceLaunch& launch) {
    return context_.source.loop_around(launch.line).line != 0;
  });
}

std::ptrdiff_t ChangeSearch::launches_at(const course::Size& size, int variant) {
  const auto workspace = context_.backend.lend({part_.operation, size, 1});
  workspace->refill(seed_at(size), 0, 1);
  const backends::RunOutcome outcome = run_by_itself(*workspace, options_for(size, variant, {}));
  const auto is_kernel = [](const simt::OperationRecord& one) { return one.kind == simt::OperationKind::kernel; };
  const auto& all = outcome.evidence.operations;
  return outcome.is_ok() ? std::count_if(all.begin(), all.end(), is_kernel) : 0;
}

// ---- two changes ----

void ChangeSearch::compare_at_telling_size(const std::vector<course::Size>& sizes) {
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

void ChangeSearch::try_pairs(const std::vector<course::Size>& sizes, int first, std::vector<int> seconds, Pair& best) {
  const auto rank_with = [&](int second) { return rank_of(change(first)) + rank_of(change(second)); };
  std::erase_if(
      seconds, [&](int second) { return change(second).line == change(first).line || rank_with(second) >= best.rank; });
  bool is_tried_where_wrong = false;
  for (std::size_t i = 0; i < sizes.size() && !seconds.empty() && !has_ended_; ++i) {
    if (is_too_much_now(sizes[i])) continue;
    if (seconds.size() > affordable(sizes[i])) return;
    seconds = right_at(sizes[i], seconds, first);
    is_tried_where_wrong |= i == 0;
  }
  if (!is_tried_where_wrong) return;
  for (const int second : seconds) {
    if (rank_with(second) < best.rank) best = {{change(first), change(second)}, rank_with(second)};
  }
}

int ChangeSearch::best_first(std::vector<int> helpful, std::size_t before) const {
  std::stable_sort(helpful.begin(), helpful.end(), [&](int a, int b) { return is_better(trial_of(a), trial_of(b)); });
  return helpful[before];
}

std::vector<int> ChangeSearch::clear_changes() const {
  std::vector<int> clear;
  for (int variant = 1; variant <= static_cast<int>(built_.list.size()); ++variant) {
    const simt::Variant& one = change(variant);
    if (rank_of(one) <= 1 || one.kind == simt::ChangeKind::lacks_barrier) clear.push_back(variant);
  }
  return clear;
}

std::vector<int> ChangeSearch::helpful_changes() const {
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

const ChangeSearch::Trial& ChangeSearch::trial_of(int variant) const {
  return at_start_[static_cast<std::size_t>(variant)];
}

bool ChangeSearch::is_better(const Trial& a, const Trial& b) {
  if (a.is_clean != b.is_clean) return a.is_clean;
  return a.wrong < b.wrong;
}

// ---- runs ----

std::uint64_t ChangeSearch::seed_at(const course::Size& size) const {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  std::uint64_t seed = seed_;
  for (const std::int64_t extent : size.extent) {
    seed = (seed ^ static_cast<std::uint64_t>(extent)) * factor;
    seed ^= seed >> 32;
  }
  return seed;
}

backends::RunOutcome ChangeSearch::run_by_itself(const backends::Workspace& workspace,
                                                 const backends::PartRunOptions& options) {
  Session& session = sessions_.front();
  backends::RunOutcome outcome = session.run(context_.lab, part_, workspace, options);
  session.take_back();
  Account account;
  if (!outcome.is_ok()) note_end(outcome, account);
  add(account);
  return outcome;
}

std::vector<ChangeSearch::Trial> ChangeSearch::try_at(const course::Size& size, const std::vector<int>& variants,
                                                      How how) {
  std::vector<Trial> trials(variants.size());
  how.is_one_of_many = variants.size() > few || how.second != 0 || (!variants.empty() && variants.front() == 0);
  const bool is_much = expected_work(size) * static_cast<std::int64_t>(variants.size()) > work_of_sessions;
  const std::size_t sessions = is_much ? sessions_.size() : 1;
  const std::size_t most_slots = part_.leaves_no_trace ? 1 : is_much ? most_of_a_batch : runner::max_launches;
  const std::size_t slots = std::clamp<std::size_t>((variants.size() + sessions - 1) / sessions, 1, most_slots);
  std::vector<std::pair<int, std::span<Trial>>> batches;  // from that variant on, one after the other
  for (std::size_t i = 0, end = 0; i < variants.size(); i = end) {
    for (end = i + 1; end < std::min(variants.size(), i + slots) && variants[end] == variants[end - 1] + 1;) ++end;
    batches.emplace_back(variants[i], std::span<Trial>(trials).subspan(i, end - i));
  }
  std::vector<std::unique_ptr<backends::Workspace>> lent(std::min(batches.size(), sessions));
  for (auto& workspace : lent) workspace = context_.backend.lend({part_.operation, size, static_cast<int>(slots)});
  for (std::size_t i = 0; i < batches.size() && !has_ended_ && work_left_ > 0; i += lent.size()) {
    const std::size_t together = std::min(lent.size(), batches.size() - i);
    std::vector<std::future<Account>> accounts;
    for (std::size_t at = together; at-- > 0;) {
      std::packaged_task<Account()> task(
          [&, at] { return try_batch(sessions_[at], *lent[at], batches[i + at].first, how, batches[i + at].second); });
      accounts.push_back(task.get_future());
      if (at == 0) {
        task();
      } else {
        boost::asio::post(threads_[at - 1], std::move(task));
      }
    }
    for (const std::future<Account>& account : accounts) account.wait();
    for (std::future<Account>& account : accounts) add(account.get());
  }
  for (Session& session : sessions_) session.take_back();
  return trials;
}

ChangeSearch::Account ChangeSearch::try_batch(Session& session, backends::Workspace& workspace, int first,
                                              const How& how, std::span<Trial> trials) const {
  Account account;
  account.work = around_a_run(workspace.problem().size) * static_cast<std::int64_t>(trials.size());
  if (!part_.leaves_no_trace && try_together(session, workspace, first, how, trials, account)) return account;
  for (Trial& trial : trials) {
    if (!account.has_ended) trial = try_alone(session, workspace, first, how, account);
    ++first;
  }
  return account;
}

backends::PartRunOptions ChangeSearch::options_for(const course::Size& size, int variant, const How& how) const {
  backends::PartRunOptions options;
  options.begins_anew = true;
  options.find_races = how.finds_races;
  if (how.is_one_of_many) {
    options.most_work = most_work(size);
  } else if (how.is_start) {
    options.most_work = most_work_of_all / static_cast<std::int64_t>(few);  // what is left is for all
  }
  options.variant = variant | how.second << 16;
  options.most_blocks = most_blocks_;
  options.schedule = how.schedule;
  return options;
}

bool ChangeSearch::try_together(Session& session, backends::Workspace& workspace, int first, const How& how,
                                std::span<Trial> trials, Account& account) const {
  const auto count = static_cast<int>(trials.size());
  const course::Size& size = workspace.problem().size;
  workspace.refill(seed_at(size), 0, count);
  backends::PartRunOptions options = options_for(size, first, how);
  options.slots = count;
  options.tries_variants = true;
  const backends::RunOutcome outcome = session.run(context_.lab, part_, workspace, options);
  note_work(outcome, size, first + count - 1, account);
  if (!outcome.is_ok()) return !note_end(outcome, account);
  const bool must_refuse = part_.operation.must_refuse != nullptr && part_.operation.must_refuse(size);
  for (int slot = 0; slot < count; ++slot) {
    const runner::Tried tried = outcome.tried[static_cast<std::size_t>(slot)];
    Trial& trial = trials[static_cast<std::size_t>(slot)];
    if (tried == runner::Tried::out_of_work) ++account.stopped;
    trial.is_clean = tried == runner::Tried::clean || tried == runner::Tried::refused;
    if (must_refuse) {
      trial.is_right = tried == runner::Tried::refused;
      continue;
    }
    const backends::CheckOutcome checked = workspace.check(seed_at(size), slot, 1);
    trial.wrong = checked.wrong;
    trial.nothing_written = checked.nothing_written;
    if (how.counts_never_written || is_for_what_is_written_) trial.never_written = never_written(workspace, slot);
    trial.is_right = tried == runner::Tried::clean && is_right(checked, workspace, slot);
  }
  return true;
}

ChangeSearch::Trial ChangeSearch::try_alone(Session& session, backends::Workspace& workspace, int variant,
                                            const How& how, Account& account) const {
  const course::Size& size = workspace.problem().size;
  workspace.refill(seed_at(size), 0, 1);
  const backends::RunOutcome outcome = session.run(context_.lab, part_, workspace, options_for(size, variant, how));
  note_work(outcome, size, variant, account);
  Trial trial;
  if (!outcome.is_ok()) note_end(outcome, account);
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
  trial.nothing_written = checked.nothing_written;
  if (how.counts_never_written || is_for_what_is_written_) trial.never_written = never_written(workspace, 0);
  trial.is_right = trial.is_clean && is_right(checked, workspace, 0);
  return trial;
}

bool ChangeSearch::is_right(const backends::CheckOutcome& checked, backends::Workspace& workspace, int slot) const {
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

std::int64_t ChangeSearch::never_written(backends::Workspace& workspace, int slot) const {
  std::int64_t found = 0;
  for (const backends::ComparedOutput& output : workspace.compare(seed_at(workspace.problem().size), slot)) {
    found += std::count(output.states.begin(), output.states.end(), backends::ElementState::never_written);
  }
  return found;
}

void ChangeSearch::note_work(const backends::RunOutcome& outcome, const course::Size& size, int last_variant,
                             Account& account) const {
  const std::int64_t work = std::clamp<std::int64_t>(outcome.work, 0, most_work_of_all);
  account.work += outcome.is_ok() ? work : work_of_a_process;
  // What has no end has been stopped, and has done no work to compare others with.
  if (outcome.is_ok() && last_variant == 0 && !is_endless_) account.original_work.push_back({size, most_blocks_, work});
}

bool ChangeSearch::note_end(const backends::RunOutcome& outcome, Account& account) const {
  using Status = backends::RunStatus;
  const bool is_usual = outcome.status == Status::device_error || outcome.status == Status::crashed ||
                        outcome.status == Status::out_of_work || outcome.status == Status::output_limit;
  if (!is_usual || ends_ + ++account.ends > most_ends) account.has_ended = true;
  return !account.has_ended;
}

void ChangeSearch::add(const Account& account) {
  work_left_ -= account.work;
  stopped_ += account.stopped;
  ends_ += account.ends;
  has_ended_ = has_ended_ || account.has_ended;
  original_work_.insert(original_work_.end(), account.original_work.begin(), account.original_work.end());
}

}  // namespace grader

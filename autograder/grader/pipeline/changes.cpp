#include "grader/pipeline/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "grader/pipeline/change_search.hpp"
#include "grader/pipeline/diagnose.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/variant_library.hpp"
#include "grader/words/capture_words.hpp"
#include "grader/words/change_ranks.hpp"
#include "grader/words/change_words.hpp"
#include "grader/words/missing_words.hpp"
#include "grader/words/unset_words.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace {

constexpr std::int64_t most_elements_at_all = std::int64_t{1} << 18;
/// The few that are right at the first sizes are tried at others, too.
constexpr std::size_t most_sizes_of_few = 12;
/// And at so many that are larger, up to this one.
constexpr std::size_t most_larger_sizes = 2;
constexpr std::int64_t most_elements_of_few = 50000;
/// From this rank on, a change says less than what was seen of the threads.
constexpr int rank_of_a_guess = 2;

/// Whether no extent of `size` is below or above those of all `sizes`.
bool is_usual(const std::vector<course::Size>& sizes, const course::Size& size) {
  for (int i = 0; i < 3; ++i) {
    const auto is_less = [i](const course::Size& a, const course::Size& b) { return a.extent[i] < b.extent[i]; };
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end(), is_less);
    if (least == sizes.end() || is_less(size, *least) || is_less(*most, size)) return false;
  }
  return true;
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
    if (state.wrong.empty()) std::stable_sort(sizes.begin(), sizes.end(), is_smaller);
    return sizes;
  };
  if (failed.size() <= most_sizes_of_few) return with_larger(std::move(failed));
  // But it may also show at the size alone at which it was found.
  const auto found = std::find(failed.begin() + most_sizes_of_few, failed.end(), state.found_at);
  if (state.wrong.empty() && found != failed.end()) failed[most_sizes_of_few - 1] = *found;
  failed.resize(most_sizes_of_few);
  return with_larger(std::move(failed));
}

/// A finding that names the mistake itself, and not only what comes of it.
bool has_clear_finding(const PartState& state) {
  using Kind = simt::FindingKind;
  using simt::Detail;
  return std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& finding) {
    if (finding.name == "launch-arguments") return true;
    // A copy may be refused for its place, its size or its direction, which come of something else. Of memory that may
    // not be freed or was freed, and of a window's fields, the finding says itself what is wrong.
    constexpr std::array clear{Detail::copy_to_freed, Detail::copy_from_freed, Detail::frees_freed,
                               Detail::frees_lent,    Detail::window_ratio,    Detail::window_property};
    const bool is_clear = std::find(clear.begin(), clear.end(), finding.detail) != clear.end();
    const bool is_named = finding.text.find("is a __device__ variable") != std::string::npos;
    const bool is_refused_copy =
        !is_clear && !is_named && finding.text.find("cudaErrorInvalidValue") != std::string::npos;
    switch (finding.kind.value_or(Kind::out_of_bounds)) {
      case Kind::bad_launch:
        return !is_empty_grid(finding);
      case Kind::failed_call:
        return !is_refused_copy;
      case Kind::trapped:
        return finding.detail != Detail::division;
      case Kind::deadlock:
      case Kind::out_of_work:
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

/// What the compiler thinks of a loop that never ends: a condition that always holds, a number that never changes.
std::optional<Finding> warning_of_endless(const Context& context, const PartState& state) {
  const auto endless = std::find_if(state.findings.begin(), state.findings.end(), [](const Finding& finding) {
    return finding.kind == simt::FindingKind::out_of_work;
  });
  if (endless == state.findings.end()) return std::nullopt;
  const simt::SourceCondition loop = context.source.loop_around(endless->line);
  const int first = loop.line == 0 ? endless->line : loop.line, last = std::max(loop.last_line, endless->line);
  for (const simt::CompilerWarning& warning : warnings_of(context)) {
    // Of what is rounded, or cut off, a loop may still come to its end.
    const bool is_of_number = warning.text.find("conversion") != std::string::npos;
    if (is_of_number || warning.line < first || warning.line > last) continue;
    Finding finding;
    finding.name = "compiler-warning";
    finding.line = warning.line;
    finding.other_line = warning.other_line;
    finding.text = "this loop has no end, and the compiler warns here: " + warning.text;
    return finding;
  }
  return std::nullopt;
}

/// A variable that the part uses and that has no first value; variants begin with 0 there, so no change names it.
std::optional<Finding> variable_without_value(const Context& context, const PartState& state) {
  const std::vector<const simt::SourceFunction*> used = context.source.used_by(state.part->entry);
  for (const simt::CompilerWarning& warning : warnings_of(context)) {
    if (std::find(used.begin(), used.end(), context.source.function_around(warning.line)) == used.end()) continue;
    if (std::optional<Finding> finding = unset_variable(warning)) return finding;
  }
  return std::nullopt;
}

/// An `if` that decides about nothing, since a semicolon ends it.
std::optional<Finding> empty_if(const Context& context, const PartState& state) {
  const std::vector<const simt::SourceFunction*> used = context.source.used_by(state.part->entry);
  for (const int line : context.source.empty_ifs) {
    if (std::find(used.begin(), used.end(), context.source.function_around(line)) == used.end()) continue;
    Finding finding;
    finding.name = "one-change";
    finding.line = line;
    finding.text = "a semicolon ends this if, so it decides about nothing: what stands behind it is always done";
    return finding;
  }
  return std::nullopt;
}

/// The number of a loop's rounds, a quotient by the threads of the grid that rounds down: no other line does what is
/// left over. To round it up is not enough where the loop has no condition of its own.
std::optional<Finding> rounds_left_over(const simt::SourceIndex& source, std::string_view entry) {
  for (const simt::SourceFunction* const function : source.used_by(entry)) {
    for (const simt::SourceAssignment& rounds : source.assignments) {
      if (!function->is_kernel || !function->has(rounds.line) || rounds.dividend.empty()) continue;
      const std::vector<int> lines = source.lines_with(rounds.name, *function);
      if (lines.size() != 2 || lines.front() != rounds.line) continue;
      const auto loop = std::find_if(source.conditions.begin(), source.conditions.end(),
                                     [&](const auto& one) { return one.is_loop && one.line == lines.back(); });
      // Of a row's quarters, another loop may do the rest.
      const bool is_of_grid = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
        return one.name == rounds.divisor && function->has(one.line) &&
               std::find(one.from.begin(), one.from.end(), "gridDim") != one.from.end();
      });
      if (loop == source.conditions.end() || !is_of_grid) continue;
      Finding finding;
      finding.name = "one-change";
      finding.line = rounds.line;
      finding.other_line = loop->line;
      finding.text = fmt::format(
          "{0} / {1} rounds down, and the loop at line {2} makes so many rounds: what {0} leaves over is done by no "
          "thread, and nothing at all where {0} is less than {1}",
          rounds.dividend, rounds.divisor, loop->line);
      return finding;
    }
  }
  return std::nullopt;
}

/// A line that adds something, and stands a second time directly behind itself, as after a copy that was to be changed.
std::optional<Finding> same_line_again(const Context& context, const PartState& state) {
  const std::vector<const simt::SourceFunction*> used = context.source.used_by(state.part->entry);
  std::istringstream text(read_source(context.source_file));
  std::string last, line;
  for (int number = 1; std::getline(text, line); ++number) {
    const auto begin = line.find_first_not_of(" \t");
    std::string own = begin == std::string::npos ? "" : line.substr(begin, line.find("//", begin) - begin);
    while (own.ends_with(' ')) own.pop_back();
    const bool adds = own.find("+=") != std::string::npos && own.find("++") == std::string::npos && own.ends_with(";");
    const bool is_used = std::find(used.begin(), used.end(), context.source.function_around(number)) != used.end();
    if (adds && own == last && is_used) {
      Finding finding;
      finding.name = "one-change";
      finding.line = number;
      finding.other_line = number - 1;
      finding.text = fmt::format(
          "this is line {} once more, word for word: the same is added twice. Is something else meant here?",
          number - 1);
      return finding;
    }
    last = own;
  }
  return std::nullopt;
}

/// "1 / 16", in a function that takes part, or outside of all.
std::optional<Finding> quotient_of_whole_numbers(const Context& context, const PartState& state) {
  const std::vector<const simt::SourceFunction*> used = context.source.used_by(state.part->entry);
  for (const simt::SourceName& quotient : context.source.zero_quotients) {
    const simt::SourceFunction* const function = context.source.function_around(quotient.line);
    if (function != nullptr && std::find(used.begin(), used.end(), function) == used.end()) continue;
    Finding finding;
    finding.name = "whole-quotient";
    finding.line = quotient.line;
    finding.text = quotient.name +
                   " is 0: both are whole numbers, and so is their quotient. If a fraction is meant, one of them must "
                   "be a float, with a point and an f behind it; if a sum is divided, it needs brackets";
    return finding;
  }
  return std::nullopt;
}

/// Where the compiler says that the operators of a changed line are not taken in the order that they seem to have, that
/// is the cause.
void put_precedence_first(const Context& context, PartState& state) {
  for (const simt::CompilerWarning& warning : warnings_of(context)) {
    const bool is_about_order = warning.text.find("precedence") != std::string::npos;
    if (!is_about_order || warning.line != state.change->line) continue;
    state.change->text = fmt::format("brackets are missing: {}. {}", warning.text, state.change->text);
    std::erase_if(state.clues,
                  [&](const Finding& clue) { return clue.name == "compiler-warning" && clue.line == warning.line; });
    return;
  }
}

bool orders_threads(const simt::Variant& change) {
  return change.kind == simt::ChangeKind::lacks_barrier || change.kind == simt::ChangeKind::lacks_wait;
}

/// "a[i] = x" and "__syncthreads()" in the other order.
bool moves_barrier(const simt::Variant& change) {
  const auto is_barrier = [](const std::string& text) { return text.find("__sync") != std::string::npos; };
  return change.kind == simt::ChangeKind::order && (is_barrier(change.here) || is_barrier(change.instead));
}

/// The line of the call in `function` by which `line`, in a helper, takes part; `line` itself where it is none.
int line_of_call(const simt::SourceIndex& source, const simt::SourceFunction* function, int line) {
  const simt::SourceFunction* const helper = source.function_around(line);
  if (helper == nullptr || helper == function || helper->is_kernel) return line;
  const auto call = std::find_if(source.own_calls.begin(), source.own_calls.end(), [&](const simt::SourceCall& one) {
    return one.name == helper->name && source.function_around(one.line) == function;
  });
  return call == source.own_calls.end() ? line : call->line;
}

/// Of a race in shared memory, the access that has to wait is the one behind the barriers that make the part right.
/// Where that is not the line that the race is reported at, it is the line of the result.
std::optional<simt::Variant> barrier_before_other(const std::vector<simt::Variant>& changes, const Finding& race,
                                                  const simt::SourceIndex& source) {
  const auto is_barrier = [](const simt::Variant& one) {
    return one.kind == simt::ChangeKind::lacks_barrier && one.instead != "behind";
  };
  const auto first = std::find_if(changes.begin(), changes.end(), is_barrier);
  if (first == changes.end() || race.other_line == 0) return std::nullopt;
  const simt::SourceFunction* const function = source.function_around(first->line);
  const int line = line_of_call(source, function, race.line), other = line_of_call(source, function, race.other_line);
  // Whether a barrier makes it right that stands before `one`, and behind `before` where that comes first.
  const auto has_to_wait = [&](int one, int before) {
    return std::any_of(changes.begin(), changes.end(), [&](const simt::Variant& change) {
      const bool is_between = change.line <= one && (before >= one || change.line > before);
      return is_barrier(change) && source.function_around(change.line) == function && is_between;
    });
  };
  simt::Variant barrier = *first;
  barrier.line = has_to_wait(line, other) ? line : has_to_wait(other, line) ? other : race.line;
  return barrier.line == race.line ? std::nullopt : std::optional(barrier);
}

/// A helper does what it is given. Where the same change of what one call gives it is right as well, that call is
/// named.
void put_call_first(std::vector<simt::Variant>& changes, const simt::SourceIndex& source) {
  if (changes.empty()) return;
  const simt::Variant& first = changes.front();
  const simt::SourceFunction* const helper = source.function_around(first.line);
  if (helper == nullptr || helper->is_kernel) return;
  // `N / 2` in a template is right for the N that it is meant for.
  const bool is_number = first.here.find_first_not_of("0123456789") == std::string::npos;
  const auto of_template = std::find_if(changes.begin(), changes.end(), [&](const simt::Variant& one) {
    return one.where == "the template argument of " + helper->name;
  });
  if (is_number && of_template != changes.end()) {
    std::rotate(changes.begin(), of_template, of_template + 1);
    return;
  }
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

/// Where a line leaves elements unread, a change of it is named before one of the line that stores them.
void put_reader_first(std::vector<simt::Variant>& changes, const std::vector<Finding>& clues) {
  const auto is_reader = [&](const simt::Variant& change) {
    return std::any_of(clues.begin(), clues.end(),
                       [&](const Finding& clue) { return clue.name == "unread" && clue.line == change.line; });
  };
  std::stable_partition(changes.begin(), changes.end(), is_reader);
}

/// Where a kernel goes past the end of its dynamic shared memory: the number of bytes of the launch may lack what the
/// kernel is given, such as the length of a row. Then less of what it is given would only hide that.
void put_bytes_first(std::vector<simt::Variant>& changes, const PartState& state, const simt::SourceIndex& source) {
  const bool is_past_end = std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& one) {
    return one.kind == simt::FindingKind::out_of_bounds && one.memory == simt::Memory::dynamic_shared;
  });
  if (!is_past_end) return;
  // Rows that are longer than what they hold are meant to be: less of them in the kernel says little.
  const auto takes_less = [](const simt::Variant& change) {
    using Kind = simt::ChangeKind;
    return !change.is_of_host && (change.kind == Kind::surplus_addend || change.kind == Kind::surplus_factor ||
                                  (change.kind == Kind::off_by_one && change.instead.starts_with("-")));
  };
  const bool is_less = !changes.empty() && takes_less(changes.front());
  const auto is_given = [&](const simt::Variant& change) {
    for (const simt::SourceLaunch& launch : source.launches) {
      const bool is_here =
          launch.shape.size() > 2 && source.function_around(launch.line) == source.function_around(change.line) &&
          (change.where == "the bytes of shared memory" || change.where == "the value of " + launch.shape[2]);
      const auto call = std::find_if(source.own_calls.begin(), source.own_calls.end(), [&](const auto& one) {
        return one.line == launch.line && one.name == launch.kernel;
      });
      if (is_here && is_less) return true;
      if (!is_here || call == source.own_calls.end()) continue;
      const auto& given = call->arguments;
      if (std::find(given.begin(), given.end(), change.instead) != given.end()) return true;
    }
    return false;
  };
  std::stable_partition(changes.begin(), changes.end(), is_given);
}

/// What the last lane of each warp lacks, and where a condition gives it to other threads: `change` is about that.
Finding condition_of_edge_lanes(const simt::Variant& change, const simt::SourceIndex& source,
                                std::vector<Finding>& clues) {
  const auto clue =
      std::find_if(clues.begin(), clues.end(), [](const Finding& one) { return one.name == "edge-lane"; });
  Finding finding;
  finding.name = "one-change";
  finding.line = change.line;
  // `bool is_last = …; if (is_last) …`
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_here = source.function_around(one.line) == source.function_around(change.line);
    if (one.name == change.here && one.line < change.line && is_here) finding.line = one.line;
  }
  finding.other_line = clue->line;
  finding.text = fmt::format(
      "the condition {} does not hold for all that need it: {}. That is the shuffle at line {}. The emulator tried it: "
      "with another condition all sizes that it tried are right",
      change.here, clue->text, clue->line);
  clues.erase(clue);
  return finding;
}

/// Where a thread reads a word of shared memory too early, and goes on to an address that is none, the race comes
/// first: the address may be made of that word.
void put_race_first(PartState& state, const simt::SourceIndex& source) {
  const auto is_outside = [](const Finding& one) {
    return one.kind == simt::FindingKind::out_of_bounds && one.text.find("shared") == std::string::npos;
  };
  const auto leads_there = [&](const Finding& one) {
    return one.kind == simt::FindingKind::shared_race &&
           std::any_of(state.findings.begin(), state.findings.end(), [&](const Finding& other) {
             const int last = std::max(one.line, one.other_line);
             const simt::SourceFunction* const around = source.function_around(one.line);
             const simt::SourceFunction* const there = source.function_around(other.line);
             if (!is_outside(other) || around == nullptr || there == nullptr) return false;
             // Or in a helper that is called behind the race.
             return around == there
                        ? last < other.line
                        : std::any_of(source.own_calls.begin(), source.own_calls.end(), [&](const auto& call) {
                            return call.name == there->name && call.line > last && around->has(call.line);
                          });
           });
  };
  std::vector<Finding> races;
  std::copy_if(state.findings.begin(), state.findings.end(), std::back_inserter(races), leads_there);
  std::erase_if(state.findings, leads_there);
  state.findings.insert(state.findings.begin(), races.begin(), races.end());
}

/// Which one change, or two, makes the part right. `only`: one that has this name in place of another one.
void search_change(const Context& context, PartState& state, const std::string& only = "") {
  std::vector<course::Size> sizes = sizes_to_try(context, state);
  if (sizes.empty()) return;
  const std::unique_ptr<VariantLibrary> built = build_variants(context, *state.part, simt::Aim::right_answer);
  if (built == nullptr) return;
  ChangeSearch search(context, state, *built, only);
  const bool is_wrong = search.begin_with_wrong(sizes);
  std::vector<simt::Variant> changes = is_wrong ? search.run(sizes) : std::vector<simt::Variant>{};
  // Where a condition need not hold at all, what only makes it hold more often says less.
  const auto makes_wider = [](const simt::Variant& change) {
    return change.where == "the condition" &&
           (change.kind == simt::ChangeKind::lacks_factor || change.kind == simt::ChangeKind::factor);
  };
  if (!changes.empty() && makes_wider(changes.front())) {
    if (const auto always = search.holds_always(sizes, changes.front().line)) changes = {*always};
  }
  // Where a launch need not be there at all, other memory for it only keeps what it does from the answer.
  if (!changes.empty() && changes.front().is_place && changes.front().where == "what the kernel is given") {
    if (const auto surplus = search.is_surplus(sizes, changes.front().line)) changes = {*surplus};
  }
  put_call_first(changes, context.source);
  put_definition_first(changes, context.source);
  put_reader_first(changes, state.clues);
  put_bytes_first(changes, state, context.source);
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
  // So does a condition that stores less of an array than is read: two changes only leave those words unread.
  const bool is_partly_stored = std::any_of(state.findings.begin(), state.findings.end(),
                                            [](const Finding& finding) { return finding.is_partly_stored; });
  // So does a first value that is set in the launch that adds to it.
  const bool is_set_late = std::any_of(state.findings.begin(), state.findings.end(),
                                       [](const Finding& finding) { return finding.is_first_value_in_launch; });
  // A launch of no blocks says what is wrong, and two changes may only give it some.
  const bool is_empty = std::any_of(state.findings.begin(), state.findings.end(), is_empty_grid);
  const bool says_itself = is_overwritten || is_partly_stored || is_set_late;
  if (is_wrong && changes.empty() && !says_itself && only.empty()) {
    const std::vector<simt::Variant> two = search.run_pairs(sizes);
    // Where a race is all that is wrong, two changes at other lines only keep its threads apart.
    const bool is_race_alone = state.wrong_answers == 0 && !state.findings.empty() &&
                               std::all_of(state.findings.begin(), state.findings.end(), is_race);
    const bool is_about_race = std::any_of(two.begin(), two.end(), [&](const simt::Variant& change) {
      return orders_threads(change) || std::any_of(state.findings.begin(), state.findings.end(), [&](const auto& race) {
               return change.line == race.line || change.line == race.other_line;
             });
    });
    const bool rounds_up = std::any_of(two.begin(), two.end(), [](const simt::Variant& change) {
      return change.kind == simt::ChangeKind::rounded_down;
    });
    if (!two.empty() && (!is_race_alone || is_about_race) && (!is_empty || rounds_up))
      state.change = two_changes_in_words(two.front(), two.back(), context.source);
  }
  if (is_wrong && changes.empty() && !state.change) state.change = rounds_left_over(context.source, state.part->entry);
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
      !moves_barrier(changes.front()) &&
      std::none_of(state.findings.begin(), state.findings.end(), [&](const Finding& finding) {
        return is_race(finding) && (changes.front().line == finding.line || changes.front().line == finding.other_line);
      });
  const bool lacks_barrier = is_elsewhere && !search.barriers(sizes).empty();
  // What has to wait is named, where a race comes first and is not reported at that line.
  const auto name_what_waits = [&](const std::vector<simt::Variant>& barriers) {
    if (state.findings.empty() || state.findings.front().kind != simt::FindingKind::shared_race) return;
    // A barrier that does not do what it should is named already.
    if (std::count(context.source.barriers.begin(), context.source.barriers.end(), state.findings.front().line) != 0)
      return;
    if (const auto barrier = barrier_before_other(barriers, state.findings.front(), context.source))
      state.change = change_in_words({*barrier}, context.source, /*is_for_what_is_written=*/false);
  };
  // The search comes to barriers last, and may have stopped before.
  const bool may_lack_one = changes.empty() && !state.change && has_shared_race && state.wrong_answers == 0;
  if (may_lack_one && search.untried() != 0) name_what_waits(search.barriers(sizes));
  // A finding says what is wrong without it.
  if (changes.empty() && !state.change && state.findings.empty() && search.untried() != 0)
    state.remarks.push_back(stopped_in_words(search.untried(), built->list.size()));
  search.end();
  if (lacks_barrier) return;
  // A race says itself what is missing, and between which lines; but not that a block does not wait behind what one of
  // its threads waits for.
  const bool is_known = !changes.empty() && changes.front().kind != simt::ChangeKind::weak_barrier &&
                        std::any_of(changes.begin(), changes.end(),
                                    [](const simt::Variant& change) {
                                      const bool is_behind =
                                          change.kind == simt::ChangeKind::lacks_barrier && change.instead == "behind";
                                      return orders_threads(change) && !is_behind;
                                    }) &&
                        std::any_of(state.findings.begin(), state.findings.end(), is_race);
  if (is_known) name_what_waits(changes);
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
  // An access at a place that its size does not fit is avoided by the way that does without it.
  const bool takes_other_way = !changes.empty() && has(state, simt::FindingKind::misaligned) &&
                               changes.front().kind == simt::ChangeKind::comparison && rank_of(changes.front()) > 1;
  if (takes_other_way) return;
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
  // That only lanes at the edges of warps are wrong says why; the opposite of a comparison does not.
  const bool is_at_edges =
      std::any_of(state.clues.begin(), state.clues.end(), [](const Finding& clue) { return clue.name == "edge-lane"; });
  const auto picks_threads = [](const simt::Variant& change) {
    const bool compares = change.kind == simt::ChangeKind::comparison && rank_of(change) > rank_of_a_guess;
    return compares || (change.kind == simt::ChangeKind::other_name && change.where == "the condition");
  };
  if (is_at_edges && !changes.empty() && picks_threads(changes.front())) {
    state.change = condition_of_edge_lanes(changes.front(), context.source, state.clues);
    return;
  }
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
  if (state.change) put_precedence_first(context, state);
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
  const auto is_left_from_before = [](const std::vector<Finding>& all) {
    return std::any_of(all.begin(), all.end(), [](const Finding& one) { return one.name == "left-from-before"; });
  };
  state.change = warning_of_endless(context, state);
  if (!state.change) state.change = empty_if(context, state);
  if (state.change) return;
  if (auto unset = variable_without_value(context, state)) {
    std::erase_if(state.clues, [&](const Finding& clue) { return clue.text == unset->text; });
    // Variants begin with 0 there. Where that is what a sum needs, a change shows a second mistake.
    const bool is_sum = std::any_of(context.source.assignments.begin(), context.source.assignments.end(),
                                    [&](const simt::SourceAssignment& one) {
                                      return one.is_combined && unset->text.starts_with(one.name + " has no");
                                    });
    if (is_sum && !has_clear_finding(state)) search_change(context, state);
    if (state.change) state.findings.insert(state.findings.begin(), *std::move(state.change));
    state.change = std::move(unset);
    return;
  }
  if (has_clear_finding(state) || is_left_from_before(state.clues) || is_left_from_before(state.findings)) return;
  state.change = barrier_works_once(context.source, state.part->entry);
  if (!state.change) state.change = same_number_awaited(context.source, state.part->entry);
  if (state.change) return;
  // Fewer threads would only leave one warp.
  if (!state.wrong.empty()) state.change = sum_of_one_warp(context.source, state.part->entry);
  if (!state.change && !state.wrong.empty()) state.change = array_of_each_thread(context.source, state.part->entry);
  if (state.change) return;
  search_change(context, state);
  if (!state.change) put_race_first(state, context.source);
  if (!state.change && unused) state.change = unused->finding;
  if (!state.change && !state.wrong.empty()) state.change = same_line_again(context, state);
  if (!state.change && !state.wrong.empty()) state.change = quotient_of_whole_numbers(context, state);
  if (!state.change && !state.wrong.empty()) state.change = copied_too_early(context.source, state.part->entry);
  if (!state.change && !state.wrong.empty()) state.change = unused_by_kernel(context.source, state.part->entry);
}

}  // namespace grader

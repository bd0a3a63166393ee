#include "grader/pipeline/correctness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "grader/errors.hpp"
#include "grader/pipeline/block_order.hpp"
#include "grader/pipeline/changes.hpp"
#include "grader/pipeline/diagnose.hpp"
#include "grader/pipeline/resident_count.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/variant_library.hpp"
#include "grader/words/circumstances.hpp"
#include "grader/words/launch_words.hpp"
#include "grader/words/left_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/source_lines.hpp"

namespace grader {
namespace {

void add_findings(PartState& state, const std::vector<Finding>& found) {
  for (const Finding& finding : found) {
    std::vector<Finding>& to = finding.is_remark ? state.remarks : state.findings;
    const bool known = std::any_of(to.begin(), to.end(), [&](const Finding& other) {
      return other.name == finding.name && other.line == finding.line;
    });
    if (!known) to.push_back(finding);
  }
}

void add_mismatch(PartState& state, const backends::CheckOutcome& checked, const course::Size& size) {
  state.wrong.push_back(size);
  if (state.first_mismatch || !checked.first) return;
  const course::Operation& operation = state.part->operation;
  const auto piece = operation.piece;
  state.first_mismatch =
      FirstMismatch{size,
                    checked.first->index,
                    operation.output_element,
                    operation.name_of(operation.input_count + checked.first->output),
                    checked.first->expected,
                    checked.first->actual,
                    checked.first->never_written,
                    checked.first->must_be_untouched,
                    piece == nullptr ? std::string_view{} : piece(size, checked.first->output, checked.first->index)};
}

/// The first lines that the student's code printed at a size that failed.
std::optional<Finding> finding_about_output(const std::string& printed, const std::string& size) {
  if (printed.empty()) return std::nullopt;
  Finding finding;
  finding.name = "printed";
  finding.is_remark = true;
  finding.text = fmt::format("your code printed (at {}): {}", size, printed);
  return finding;
}

/// " (launches: line 16)" of those in the function of that name; empty where there are none.
std::string launches_in(const simt::SourceIndex& source, std::string_view name) {
  std::vector<int> lines;
  for (const simt::SourceLaunch& launch : source.launches) {
    const simt::SourceFunction* const function = source.function_around(launch.line);
    if (function != nullptr && function->name == name) lines.push_back(launch.line);
  }
  return lines.empty() ? "" : fmt::format(" (launches: {})", lines_in_words(lines));
}

/// Whether the function of that name, or one that it uses, launches a kernel or calls the CUDA runtime.
bool is_begun(const simt::SourceIndex& source, std::string_view name) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(name);
  return std::any_of(used.begin(), used.end(), [&](const simt::SourceFunction* function) {
    const auto is_here = [&](const auto& one) { return function->has(one.line); };
    return std::any_of(source.calls.begin(), source.calls.end(), is_here) ||
           std::any_of(source.launches.begin(), source.launches.end(), is_here);
  });
}

/// Whether a part that has been begun should ask for device memory, and nothing in the file does.
bool lacks_own_memory(const simt::SourceIndex& source, const course::Part& part) {
  return part.owns_memory && is_begun(source, part.entry) &&
         std::none_of(source.calls.begin(), source.calls.end(),
                      [](const simt::SourceCall& call) { return call.name.starts_with("cudaMalloc"); });
}

/// Where a launch has to fail, the line that loses its error, with which `reason` begins, is to blame, and not the
/// launch.
void blame_lost_error(std::string_view reason, std::vector<Finding>& findings) {
  constexpr std::string_view start = "line ";
  int line = 0;
  if (reason.starts_with(start)) std::from_chars(reason.data() + start.size(), reason.data() + reason.size(), line);
  for (Finding& found : findings) {
    if (found.kind != simt::FindingKind::bad_launch || line == 0 || line == found.line) continue;
    found.other_line = std::exchange(found.line, line);
    found.text = fmt::format("here the error of line {} is lost. At line {}, {}", found.other_line, found.other_line,
                             found.text);
  }
}

/// A size that was refused, or had to be. True when the outputs are still to be judged.
bool note_refusal(const Context& context, const backends::RunOutcome& outcome, const course::Size& size,
                  PartState& state) {
  const int refused = outcome.refused;
  const int due = state.part->operation.is_to_refuse(size) ? state.part->operation.refusal : 0;
  if (refused == 0 && due == 0) return true;
  if (refused != due) {
    const bool is_begun_here = is_begun(context.source, state.part->entry);
    // Of a function without any call, what it has not written tells more than the error that it does not return.
    if (state.part->operation.returns_errors() && refused == 0 && !is_begun_here) return true;
    const bool has_failed_launch =
        !outcome.is_ok() || std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& finding) {
          return finding.kind == simt::FindingKind::bad_launch;
        });
    state.reasons.push_back(reason_refusal(*state.part, size_in_words(size, state.part->extents),
                                           {.due = due, .said = refused, .has_failed_launch = has_failed_launch},
                                           context.source));
    if (due != 0) blame_lost_error(state.reasons.back().text, state.findings);
    if (is_begun_here) state.is_attempted = true;
    ++state.wrong_answers;
    state.wrong.push_back(size);
  } else {
    state.right.push_back(size);
  }
  return false;
}

/// Code that uses what the emulator does not have cannot be judged here. True when it does; mistakes that earlier runs
/// found, or this one before, remain mistakes: what comes after one in `found` is left out.
bool note_missing_feature(std::vector<Finding>& found, PartState& state) {
  const auto missing = std::find_if(found.begin(), found.end(), [](auto& one) { return one.is_missing_feature; });
  if (missing == found.end()) return false;
  if (std::any_of(found.begin(), missing, [](auto& one) { return !one.is_remark; })) {
    found.erase(missing, found.end());
    return false;
  }
  if (state.is_explained()) return true;
  // "the emulator has no linear filtering …"
  const std::string feature = missing->text.substr(simt::missing_feature_start.size());
  const std::string place = missing->line == 0 ? "" : fmt::format("line {}", missing->line);
  state.could_not_run = true;
  state.reasons.push_back(reason_missing_feature(place, feature));
  return true;
}

}  // namespace

bool note_run(const Context& context, const backends::Workspace& workspace, const backends::RunOutcome& outcome,
              PartState& state) {
  const course::Size size = workspace.problem().size;
  const std::size_t known = state.findings.size();
  if (!outcome.evidence.findings.empty()) {
    LocatedEvidence located = locate(outcome.evidence, context.library, context.source_name);
    for (std::size_t i = 0; i < located.findings.size(); ++i) {
      add_circumstances(context.source, *state.part, located.records[i], size, located.findings[i]);
    }
    // A refused launch that the function reports is not an error, unless it should have been possible.
    if (outcome.refused != 0 && (state.part->operation.is_to_refuse(size) || !state.part->operation.returns_errors())) {
      std::erase_if(located.findings, [](const Finding& found) { return found.kind == simt::FindingKind::bad_launch; });
    }
    if (note_missing_feature(located.findings, state)) return false;
    add_findings(state, located.findings);
    if (!state.findings.empty() && !state.found_at) state.found_at = size;
  }
  const bool is_by_arguments =
      outcome.status == backends::RunStatus::crashed || outcome.status == backends::RunStatus::device_error ||
      std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& found) {
        return found.kind == simt::FindingKind::host_dereference || found.kind == simt::FindingKind::misaligned ||
               found.kind == simt::FindingKind::out_of_bounds;
      });
  if (is_by_arguments) {
    if (const Finding fault = fault_of_arguments(context.source, state.part->entry); !fault.text.empty())
      state.findings = {fault};
  }
  // What read poison may have written it back: a NaN goes through sums as it is.
  if (!state.findings.empty()) state.is_attempted = true;
  if (outcome.is_ok() && lacks_own_memory(context.source, *state.part)) {
    state.is_attempted = true;
    state.reasons.push_back(reason_no_own_memory(*state.part));
    state.wrong.push_back(size);
    return false;
  }
  if (outcome.is_ok()) {
    if (outcome.left == 0) return true;
    state.is_attempted = true;
    state.reasons.push_back(reason_left_behind(*state.part, outcome.left, context.source));
    state.wrong.push_back(size);
    return false;
  }
  if (outcome.status == backends::RunStatus::grader_fault) {
    state.could_not_run = true;
    state.reasons.push_back({"this could not be graded: " + outcome.detail, ""});
    return false;
  }
  const auto defined =
      std::find_if(context.source.functions.begin(), context.source.functions.end(),
                   [&](const simt::SourceFunction& function) { return function.name == state.part->entry; });
  if (outcome.status == backends::RunStatus::not_defined && defined != context.source.functions.end()) {
    state.reasons.push_back(reason_other_signature(context.lab, *state.part, defined->first_line));
    state.is_attempted = true;
    state.wrong.push_back(size);
    return false;
  }
  // A finding says the same with a line number.
  const bool is_of_launch =
      outcome.status == backends::RunStatus::device_error && state.part->operation.is_to_refuse(size);
  if (is_of_launch && state.part->operation.returns_errors()) {
    note_refusal(context, outcome, size, state);
    return false;
  }
  if (state.findings.size() == known) {
    state.reasons.push_back(reason_for_run(outcome, *state.part, size, context.rules.limits, context.source));
  }
  state.wrong.push_back(size);
  state.is_attempted = outcome.status != backends::RunStatus::not_defined;
  return false;
}

void note_check(const Context& context, backends::Workspace& workspace, std::uint64_t seed, int first, int slots,
                PartState& state) {
  const InPhase checking(context.stopwatch, Phase::check);
  const course::Size size = workspace.problem().size;
  const backends::CheckOutcome checked = workspace.check(seed, first, slots);
  const bool has_effect = !checked.nothing_written || checked.input_changed || checked.outside_written;
  // What launches a kernel is an attempt, though all it stores may be in the wrong memory.
  if (has_effect || is_begun(context.source, state.part->entry)) state.is_attempted = true;
  state.changed_memory += (checked.input_changed ? 1 : 0) + (checked.outside_written ? 1 : 0);
  if (checked.input_changed) {
    state.reasons.push_back(reason_input_changed(
        *state.part, launches_in(context.source, state.part->entry) +
                         called_at(context.source, state.part->entry, "cudaHostGetDevicePointer")));
  }
  if (checked.outside_written)
    state.reasons.push_back(reason_outside_written(*state.part, size_in_words(size, state.part->extents)));
  if (checked.wrong != 0) {
    add_mismatch(state, checked, size);
  } else if (checked.is_right() && std::find(state.right.begin(), state.right.end(), size) == state.right.end()) {
    state.right.push_back(size);
  }
}

backends::RunOutcome run_and_check(const Context& context, Session& session, backends::Workspace& workspace,
                                   backends::PartRunOptions options, PartState& state) {
  const std::uint64_t seed = take_seed(context, state, workspace.problem().size);
  options.first = 0;
  options.slots = 1;
  {
    const InPhase filling(context.stopwatch, Phase::fill);
    workspace.refill(seed, 0, 1);
  }
  const InPhase calling(context.stopwatch, Phase::untimed);
  backends::RunOutcome outcome = session.run(context.lab, *state.part, workspace, options);
  state.has_strong_accesses |= outcome.evidence.strong_accesses > 0;
  const std::size_t wrong_before = state.wrong.size(), found_before = state.findings.size();
  if (note_run(context, workspace, outcome, state) && note_refusal(context, outcome, workspace.problem().size, state)) {
    note_check(context, workspace, seed, 0, 1, state);
    const bool is_wrong = state.wrong.size() != wrong_before && state.is_attempted;
    // A run for the diagnosis has the usual order of threads.
    if (is_wrong && !state.is_explained() && options.schedule == 0) {
      if (context.backend.abilities().counts) begin_variants(context, *state.part);
      diagnose(context, session, workspace, seed, state);
    }
    if (is_wrong && options.schedule != 0) {
      const auto left = left_from_before(context, session, workspace, seed, options, state);
      if (left) state.clues.insert(state.clues.begin(), *left);
    }
  }
  if (found_before == 0 && !state.findings.empty()) {
    const auto left = left_from_before(context, session, workspace, seed, options, state);
    if (left) state.findings.insert(state.findings.begin(), *left);
  }
  const bool is_flood = outcome.status == backends::RunStatus::output_limit;
  if (state.wrong.size() != wrong_before && !state.printed && !is_flood) {
    state.printed = finding_about_output(outcome.printed, size_in_words(workspace.problem().size, state.part->extents));
  }
  return outcome;
}

namespace {

/// Of a part that is known to be wrong: another size may tell more, if that takes no longer than it should. A wrong
/// step of a loop causes a race, and makes the largest sizes take minutes.
void check_in_short(const Context& context, Session& session, backends::Workspace& workspace,
                    backends::PartRunOptions options, PartState& state) {
  options.work_share = 0.05;  // more than any solution needs
  PartState tried = state;
  const backends::RunOutcome outcome = run_and_check(context, session, workspace, options, tried);
  const bool was_stopped =
      outcome.status == backends::RunStatus::out_of_work ||
      std::any_of(tried.findings.begin() + static_cast<std::ptrdiff_t>(state.findings.size()), tried.findings.end(),
                  [](const Finding& finding) { return finding.kind == simt::FindingKind::out_of_work; });
  if (was_stopped) {
    state.is_too_slow_for_more = true;
  } else {
    state = std::move(tried);
  }
}

/// The largest right size. Where that has very many elements, the next one: a student waits for the result.
std::optional<course::Size> size_for_other_orders(const PartState& state) {
  constexpr std::int64_t very_many = 1 << 16;
  const std::optional<course::Size> largest = largest_right(state);
  if (!largest || state.part->operation.elements(*largest, 0) <= very_many) return largest;
  const std::optional<course::Size> next = largest_right(state, largest);
  return next ? next : largest;
}

/// A GPU runs blocks and warps in any order. What is right in the order of their numbers may rely on it: of each part
/// that is right so far, one size is checked in two other orders, the same ones in every grading: that of the numbers
/// turned around, which has any two threads the other way round, and a mixed one.
void check_other_order(const Context& context, Session& session, std::vector<PartState>& parts) {
  constexpr std::array<std::uint64_t, 2> other_orders{1, 2};  // simt/core/threads/schedule.hpp
  constexpr std::uint64_t other_inputs = 0x2545f4914f6cdd1d;
  // Of these inputs no earlier call has left a result, which would hide that a block comes too early.
  Context anew = context;
  anew.seed ^= other_inputs;
  for (PartState& state : parts) {
    if (!state.is_right()) continue;
    const course::Operation& operation = state.part->operation;
    const auto size = size_for_other_orders(state);
    if (!size) continue;
    const auto workspace = context.backend.lend({operation, *size, 1});
    backends::PartRunOptions options;
    options.find_races = true;
    PartState tried = state;
    for (const std::uint64_t order : other_orders) {
      options.schedule = order;
      run_and_check(anew, session, *workspace, options, tried);
      if (!tried.is_right()) break;
    }
    session.take_back();
    if (tried.is_right()) continue;
    const auto is_left = [](const Finding& finding) { return finding.name == "left-from-before"; };
    const bool is_right_alone = std::any_of(tried.clues.begin(), tried.clues.end(), is_left) ||
                                std::any_of(tried.findings.begin(), tried.findings.end(), is_left);
    if (is_right_alone) {  // in a new process: what earlier calls left is to blame
      state = std::move(tried);
      continue;
    }
    Finding& order = tried.remarks.emplace_back();
    order.name = "order";
    order.is_remark = true;
    order.text = fmt::format(
        "in the order of their numbers, blocks and warps give the right result; in another order they do not, and a "
        "GPU has any order. --schedule {} runs them in this one",
        options.schedule);
    state = std::move(tried);
  }
}

}  // namespace

void check_sizes(const Context& context, Session& session, std::vector<PartState>& parts) {
  std::vector<course::Size> sizes = context.lab_rules.check_sizes;
  if (context.backend.abilities().times) {
    sizes.insert(sizes.end(), context.lab_rules.gpu_check_sizes.begin(), context.lab_rules.gpu_check_sizes.end());
  }
  for (const course::Size& listed : sizes) {
    std::unique_ptr<backends::Workspace> workspace;
    for (PartState& state : parts) {
      if (state.is_explained() || state.is_too_slow_for_more) continue;
      course::Size size = course::problem_size(state.part->operation, listed);
      if (state.part->operation.fitted != nullptr) {
        size = state.part->operation.fitted(size, context.backend.properties(context.lab));
      }
      if (context.progress)
        context.progress(
            fmt::format("{} {}: checking {}", state.part->id, state.part->title, size_text(size, state.part->rank())));
      if (!workspace || workspace->problem().operation.id != state.part->operation.id ||
          workspace->problem().size != size) {
        session.take_back();
        const InPhase lending(context.stopwatch, Phase::lend);
        workspace = context.backend.lend({state.part->operation, size, 1});
      }
      backends::PartRunOptions options;
      options.find_races = true;
      if (state.findings.empty()) {
        run_and_check(context, session, *workspace, options, state);
      } else {
        check_in_short(context, session, *workspace, options, state);
      }
    }
    session.take_back();
  }
  for (PartState& state : parts) {
    find_change(context, state);
    if (state.is_right() && state.part->operation.returns_errors()) {
      if (auto remark = remark_on_kept_error(context.source, state.part->entry)) state.remarks.push_back(*remark);
    }
    if (state.part->operation.must_refuse == nullptr) continue;
    if (auto remark = remark_on_occupancy(context.source, state.part->entry)) state.remarks.push_back(*remark);
  }
  if (context.backend.abilities().counts) check_other_order(context, session, parts);
  check_block_order(context, session, parts);
  check_resident_counts(context, session, parts);
}

}  // namespace grader

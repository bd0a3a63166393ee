#include "grader/words/history_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grader/words/accumulation_words.hpp"
#include "grader/words/edge_lane_words.hpp"
#include "grader/words/missing_input_words.hpp"
#include "grader/words/never_written_words.hpp"
#include "grader/words/run_history.hpp"
#include "grader/words/stored_value_words.hpp"
#include "grader/words/turned_word_words.hpp"
#include "grader/words/unread_words.hpp"
#include "runner/protocol.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryRecord;

/// What of the launch alone explains a wrong result: there is none, or its two numbers are exchanged.
void about_launch(const RunHistory& history, std::vector<Finding>& findings) {
  const WrongRun& run = history.run();
  const HistoryRecord* const launch = history.last_launch();
  if (launch == nullptr) {
    if (run.entry == nullptr) return;
    return add_finding(findings, "no-launch", run.entry->first_line,
                       fmt::format("at {}, {} launches no kernel", history.size_words(), run.entry->name));
  }
  const std::int64_t threads = std::int64_t{launch->block_size.x} * launch->block_size.y * launch->block_size.z;
  const std::int64_t blocks = launch->threads / std::max<std::int64_t>(1, threads);
  if (threads >= 32 || blocks < 32 || blocks % 32 != 0) return;
  add_finding(
      findings, "launch-shape", history.line_of(launch->pc),
      fmt::format("this launch has {}: are the two exchanged? The number of blocks comes first, <<<blocks, threads>>>",
                  simt::launch_shape(launch->grid, launch->block_size)));
}

/// A kernel of the file that no line launches.
void about_unlaunched_kernel(const RunHistory& history, std::vector<Finding>& findings) {
  const WrongRun& run = history.run();
  const simt::SourceFunction* const kernel =
      run.function == nullptr ? nullptr : run.source.unlaunched_kernel(*run.function);
  if (kernel == nullptr) return;
  const HistoryRecord* const launch = history.last_launch();
  const int other = launch == nullptr ? run.function->first_line : history.line_of(launch->pc);
  // What is right was stored by the kernel that stands nearer, so this one belongs to another part.
  const auto& states = run.output.states;
  const bool has_right = std::find(states.begin(), states.end(), backends::ElementState::right) != states.end();
  const bool is_nearer =
      std::any_of(run.source.launches.begin(), run.source.launches.end(), [&](const simt::SourceLaunch& one) {
        return one.line == other &&
               std::any_of(run.source.functions.begin(), run.source.functions.end(), [&](const auto& function) {
                 return function.name == one.kernel && function.first_line > kernel->first_line;
               });
      });
  if (has_right && is_nearer) return;
  add_finding(findings, "no-launch", kernel->first_line,
              fmt::format("at {}, the kernel {} is defined here, and no line launches it; {} (line {}) {}",
                          history.size_words(), kernel->name, run.function->name, run.function->first_line,
                          launch == nullptr ? "launches none" : fmt::format("launches only others (line {})", other)),
              other);
}

/// Returns whether the block of a wrong element loads all that is due.
bool about_wrong_elements(const RunHistory& history, std::vector<Finding>& findings) {
  if (explain_edge_lanes(history, findings) || explain_turned_words(history, findings)) return true;
  explain_full_counters(history, findings);
  explain_unread_end(history, findings);
  explain_lost_stores(history, findings);
  const bool has_all_inputs = explain_missing_inputs(history, findings);
  if (findings.empty()) explain_wrong_input(history, findings);
  if (findings.empty()) explain_stale(history, findings);
  if (findings.empty()) explain_unread(history, findings);
  explain_stored_values(history, ElementState::wrong, "wrong", has_all_inputs, findings);
  return has_all_inputs;
}

}  // namespace

std::vector<std::int64_t> elements_to_watch(const backends::ComparedOutput& output) {
  std::vector<std::int64_t> first, others;
  bool is_known[4] = {true, false, false, false};  // those that are right need no watching
  for (std::size_t i = 0; i < output.states.size(); ++i) {
    const auto state = static_cast<std::size_t>(output.states[i]);
    if (output.states[i] == ElementState::right) continue;
    if (is_known[state] && others.size() == runner::max_watched) continue;
    (is_known[state] ? others : first).push_back(static_cast<std::int64_t>(i));
    is_known[state] = true;
  }
  first.insert(first.end(), others.begin(), others.end());
  if (first.size() > runner::max_watched) first.resize(runner::max_watched);
  return first;
}

std::vector<Finding> history_in_words(const WrongRun& run) {
  const RunHistory history(run);
  std::vector<Finding> findings;
  const bool has_wrong = !history.places(ElementState::wrong).empty();
  // A kernel that stores wrong values is the one that is meant; a file may have others.
  const HistoryRecord* const wrong = history.word_in(ElementState::wrong);
  const bool is_stored = wrong != nullptr && wrong->count != 0;
  const bool launches_own =
      run.function != nullptr && std::any_of(run.source.launches.begin(), run.source.launches.end(),
                                             [&](const auto& launch) { return run.function->has(launch.line); });
  const bool lacks_stores = !launches_own || !history.places(ElementState::never_written).empty();
  if (!(is_stored && wrong->launch != 0) && lacks_stores) about_unlaunched_kernel(history, findings);
  about_launch(history, findings);
  if (has_wrong) explain_overwritten_sum(history, findings);
  const HistoryRecord* const unwritten = history.word_in(ElementState::never_written);
  if (unwritten != nullptr && unwritten->count > 0) {
    explain_stored_values(history, ElementState::never_written,
                          "stored, with what was in memory that was never written",
                          /*has_all_inputs=*/false, findings);
  } else if (!history.places(ElementState::never_written).empty()) {
    explain_never_written(history, findings);
  }
  const bool has_all_inputs = has_wrong && about_wrong_elements(history, findings);
  if (!history.places(ElementState::touched).empty()) {
    explain_stored_values(history, ElementState::touched, "no part of the answer", has_all_inputs, findings);
  }
  return findings;
}

}  // namespace grader

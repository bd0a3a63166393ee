// Is it right? Runs every part at every size of course.toml and remembers what went wrong.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "grader/pipeline/grade.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/words/source_lines.hpp"

namespace grader {

/// What is known of one part so far.
struct PartState {
  const course::Part* part = nullptr;
  std::vector<course::Size> right;
  std::vector<course::Size> wrong;
  std::optional<FirstMismatch> first_mismatch;
  bool anything_written = false;
  bool could_not_run = false;   ///< the grader's fault
  std::vector<Reason> reasons;  ///< beyond the wrong sizes; not empty: failed
  std::vector<Finding> findings;
  std::vector<Finding> remarks;  ///< findings that are no reason to fail

  /// It is known why it fails. Two threads that meet in global memory may be there by the same wrong index that gives
  /// the wrong result, about which the sizes say more.
  bool is_explained() const {
    return !reasons.empty() || std::any_of(findings.begin(), findings.end(),
                                           [](const Finding& finding) { return finding.kind != "global-race"; });
  }
  bool is_right() const { return reasons.empty() && wrong.empty() && findings.empty() && !right.empty(); }
};

/// What every stage of a grading needs.
struct Context {
  const course::Rules& rules;
  const course::LabRules& lab_rules;
  const course::Lab& lab;
  const backends::Backend& backend;
  std::filesystem::path library;
  std::string source_name;  ///< as the compiler knew it
  std::function<void(std::string_view)> progress;
};

/// Fresh inputs every time: nobody can know the answer before.
std::uint64_t fresh_seed();

/// Adds to `state` what a run that did not finish means, or what its findings say. False when it failed.
bool note_run(const Context& context, const backends::Workspace& workspace, const backends::RunOutcome& outcome,
              PartState& state);

/// Checks slots [first, first + slots), filled from `seed`, and adds what is wrong to `state`.
void note_check(const Context& context, backends::Workspace& workspace, std::uint64_t seed, int first, int slots,
                PartState& state);

/// Fills, runs and checks slot 0. The outcome is for the caller who wants counters.
backends::RunOutcome run_and_check(const Context& context, Session& session, backends::Workspace& workspace,
                                   backends::RunOptions options, PartState& state);

/// All check sizes. A part that crashed, hung or was ended is not run again.
void check_sizes(const Context& context, Session& session, std::vector<PartState>& parts);

}  // namespace grader

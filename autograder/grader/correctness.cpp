#include "grader/correctness.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include "grader/reasons.hpp"

namespace grader {
namespace {

/// Fresh inputs every time: nobody can know the answer before.
std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed) throw CannotGrade("no random numbers from the kernel");
  return seed;
}

void add_findings(std::vector<Finding>& to, const std::vector<Finding>& from) {
  for (const Finding& finding : from) {
    const bool known = std::any_of(to.begin(), to.end(), [&](const Finding& other) {
      return other.kind == finding.kind && other.line == finding.line;
    });
    if (!known) to.push_back(finding);
  }
}

void add_mismatch(PartState& state, const backends::CheckOutcome& checked, const course::Size& size) {
  state.wrong.push_back(size);
  if (state.first_mismatch || !checked.first) return;
  state.first_mismatch = FirstMismatch{size, checked.first->index, checked.first->expected, checked.first->actual,
                                       checked.first->never_written};
}

void add_check(const Context& context, PartState& state, const backends::CheckOutcome& checked, const course::Size& size) {
  if (!checked.nothing_written) state.anything_written = true;
  if (checked.input_changed) state.reasons.push_back(reason_input_changed(*state.part));
  if (checked.outside_written) state.reasons.push_back(reason_outside_written(*state.part, size_text(size, context.lab.rank)));
  if (checked.wrong != 0) {
    add_mismatch(state, checked, size);
  } else if (checked.is_right()) {
    state.right.push_back(size);
  }
}

}  // namespace

backends::RunOutcome run_and_check(const Context& context, Session& session, backends::Workspace& workspace,
                                   const backends::RunOptions& options, PartState& state) {
  const course::Size size = workspace.problem().size;
  const std::uint64_t seed = fresh_seed();
  workspace.refill(seed, options.first, options.slots);
  backends::RunOutcome outcome = session.run(context.lab, *state.part, workspace, options);
  if (!outcome.evidence.findings.empty()) {
    add_findings(state.findings, locate(outcome.evidence, context.library, context.source_name).findings);
  }
  if (outcome.status == backends::RunStatus::grader_fault) {
    state.could_not_run = true;
    state.reasons.push_back({"this could not be graded: " + outcome.detail, ""});
  } else if (!outcome.is_ok()) {
    // A finding says the same with a line number.
    if (state.findings.empty()) {
      state.reasons.push_back(reason_for_run(outcome, context.lab, *state.part, size, context.rules.limits));
    }
    state.wrong.push_back(size);
    state.anything_written = outcome.status != backends::RunStatus::not_defined;
  } else {
    add_check(context, state, workspace.check(seed, options.first, options.slots), size);
  }
  return outcome;
}

void check_sizes(const Context& context, Session& session, std::vector<PartState>& parts) {
  for (const course::Size& size : context.lab_rules.check_sizes) {
    std::unique_ptr<backends::Workspace> workspace;
    for (PartState& state : parts) {
      if (!state.reasons.empty() || !state.findings.empty()) continue;
      if (context.progress) context.progress(fmt::format("{} {}: checking {}", state.part->id, state.part->title, size_text(size, context.lab.rank)));
      if (!workspace || workspace->problem().operation.id != state.part->operation.id) {
        session.take_back();
        workspace = context.backend.lend({state.part->operation, size, 1});
      }
      backends::RunOptions options;
      options.find_races = true;
      run_and_check(context, session, *workspace, options, state);
    }
    session.take_back();
  }
}

}  // namespace grader

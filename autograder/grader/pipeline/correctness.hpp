// Is it right? Runs every part at every size of course.toml and remembers what went wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/backend.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"

namespace grader {

/// Adds to `state` what a run that did not finish means, or what its findings say. False when it failed.
bool note_run(const Context& context, const backends::Workspace& workspace, const backends::RunOutcome& outcome,
              PartState& state);

/// Checks slots [first, first + slots), filled from `seed`, and adds what is wrong to `state`.
void note_check(const Context& context, backends::Workspace& workspace, std::uint64_t seed, int first, int slots,
                PartState& state);

/// Fills, runs and checks slot 0. Returns the outcome with its counters.
backends::RunOutcome run_and_check(const Context& context, Session& session, backends::Workspace& workspace,
                                   backends::PartRunOptions options, PartState& state);

/// All check sizes. A part that crashed, hung or was ended is not run again.
void check_sizes(const Context& context, Session& session, std::vector<PartState>& parts);

}  // namespace grader

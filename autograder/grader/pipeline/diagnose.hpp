// Why is it wrong? A run with a wrong result is repeated in the emulator, which then remembers who stored the wrong
// elements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"

namespace grader {

/// Slot 0 of `workspace`, filled from `seed`, holds a wrong result of the last run. Runs it once more and sets
/// `state.clues`. Does nothing where an earlier size has said enough, and on a backend that does not count.
void diagnose(const Context& context, Session& session, backends::Workspace& workspace, std::uint64_t seed,
              PartState& state);

/// What only an earlier call explains: the call that has just gone wrong, on slot 0 filled from `seed`, is right in a
/// new process. Ends the session's process, and starts another one, where the code has variables that outlive a call.
std::optional<Finding> left_from_before(const Context& context, Session& session, backends::Workspace& workspace,
                                        std::uint64_t seed, const backends::PartRunOptions& options,
                                        const PartState& state);

/// What the compiler thinks suspicious in the submission.
const std::vector<simt::CompilerWarning>& warnings_of(const Context& context);

}  // namespace grader

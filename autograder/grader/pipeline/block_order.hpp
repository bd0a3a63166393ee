// Does a block wait only for blocks that are sure to run?
#pragma once

#include <vector>

#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"

namespace grader {

/// In the emulator, of each part that is right so far and whose blocks may wait for each other: it must also end on a
/// device that holds few blocks at a time, and begins any of them first. CUDA promises no order. Of parts that must
/// refuse what does not fit, check_resident_counts() asks instead. The process of the library ends.
void check_block_order(const Context& context, Session& session, std::vector<PartState>& parts);

}  // namespace grader

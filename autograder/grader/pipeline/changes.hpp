// Where is the mistake? Of a part that is wrong, the emulator runs many variants, each with one small change to the
// student's code. Where one makes all sizes right, there is the mistake, and the change says of which kind it is.
#pragma once

#include "grader/pipeline/part_state.hpp"

namespace grader {

/// Sets `state.change` where it finds one. Does nothing to a part that is right, and on a backend that does not count.
void find_change(const Context& context, PartState& state);

}  // namespace grader

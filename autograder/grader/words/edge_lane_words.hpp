// Wrong elements of lanes that have no other lane to take a value from: the last ones of a warp in __shfl_down_sync,
// the first ones in __shfl_up_sync.
#pragma once

#include <vector>

#include "grader/words/run_history.hpp"

namespace grader {

/// Adds the shuffle, where all wrong elements that were watched are stored by such lanes, and by those of several
/// warps. Returns whether it did.
bool explain_edge_lanes(const RunHistory& history, std::vector<Finding>& findings);

}  // namespace grader

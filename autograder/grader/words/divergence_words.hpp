// Of a barrier, or a shuffle, that some threads of a block do not reach: what in the source keeps them from it.
#pragma once

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Adds to `found`, whose record is `record`. Where threads leave the barrier's loop by a line of their own, that line
/// becomes the finding's, and the barrier's its other one; where a lane is no thread of the block, that of the launch.
void explain_divergence(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found);

}  // namespace grader

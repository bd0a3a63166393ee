// Of a word of shared memory that is read, and that no thread has written: why not, as far as the source and the run
// tell. The load is where it shows; the mistake is mostly in what should have stored there.
#pragma once

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Adds to `found`, whose record is `record`. Where threads ended before they stored, or a condition kept them from it,
/// or all have stored and too little, that line becomes the finding's, and the load's its other one.
void explain_unwritten(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found);

}  // namespace grader

// What a finding of the emulator says besides what was seen: at which size it was found, what launched the kernel, and
// what in the source may be to blame.
#pragma once

#include "course/lab.hpp"
#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Adds to `found`, whose record is `record`, of a run of the part at this size. Where another line is to blame, the
/// finding is about that one then.
void add_circumstances(const simt::SourceIndex& source, const course::Part& part, const simt::FindingRecord& record,
                       const course::Size& size, Finding& found);

}  // namespace grader

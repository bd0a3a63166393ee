// What the source tells about a race besides its two lines: what should have ordered them and does not, or a line that
// is to blame for it.
#pragma once

#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

// Each adds to `found`, whose record is `record`; where another line is to blame, the finding is about that one then.

/// Of operations in two streams.
void explain_stream_race(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                         Finding& found);
/// Of global memory, in the part with the function `entry`.
void explain_global_race(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                         Finding& found);
/// Of shared memory.
void explain_shared_race(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found);

}  // namespace grader

// What the source tells about a call of the CUDA runtime that failed.
#pragma once

#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Adds to `found`, whose record is `record`, in the part with the function `entry`; where another line is to blame,
/// the finding is about that one then.
void name_failed_call(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                      Finding& found);

}  // namespace grader

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

/// Where memory is freed in the function of line `use`, a call or a launch that uses it afterwards: `found` is about
/// the call that frees it then.
void blame_early_free(const simt::SourceIndex& source, int use, Finding& found);

}  // namespace grader

// Of global memory that a kernel reads, and of which nothing is written: what should have come before it.
#pragma once

#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Adds to `found`, whose record is `record`, in the part with the function `entry`. Where a launch or a call of the
/// host is to blame, the finding is about that line then.
void explain_unset(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                   Finding& found);

}  // namespace grader

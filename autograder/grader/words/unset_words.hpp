// Of global memory, and of variables, that are read, and of which nothing is written: what should have come before.
#pragma once

#include <optional>
#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Adds to `found`, whose record is `record`, in the part with the function `entry`. Where a launch or a call of the
/// host is to blame, the finding is about that line then.
void explain_unset(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                   Finding& found);

/// Of a warning that a variable has no value where it is used: a finding at its declaration. Nothing of others.
std::optional<Finding> unset_variable(const simt::CompilerWarning& warning);

}  // namespace grader

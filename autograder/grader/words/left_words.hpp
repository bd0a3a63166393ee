// What a function leaves behind of the L2 cache's settings, and by which of its calls.
#pragma once

#include <cstdint>
#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// `left` is of runner::left_window and its like, not 0; `source` the file that `part` is in. The text begins with the
/// line that is at fault, where the calls of the part's function tell it.
Reason reason_left_behind(const course::Part& part, std::uint32_t left, const simt::SourceIndex& source);

}  // namespace grader

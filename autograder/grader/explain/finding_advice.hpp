// What to do about something wrong that the emulator found.
#pragma once

#include <string>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// One sentence that begins with the line; empty where there is nothing to advise. `source` is the student's file;
/// `is_one_launch` says that the part allows no second launch.
std::string finding_advice(const Finding& finding, const simt::SourceIndex& source, bool is_one_launch = false);

}  // namespace grader

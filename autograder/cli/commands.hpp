// Carries out what the command line asked for. Not for parsing it; see options.hpp.
#pragma once

#include "cli/answers.hpp"
#include "cli/options.hpp"

namespace cli {

/// Writes to stdout (and progress to stderr, if that is a terminal). Throws what parse, grader::grade
/// and report::write_atomically throw.
ExitStatus carry_out(const Options& options, const Environment& environment, const course::Course& course);

}  // namespace cli

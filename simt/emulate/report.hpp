// A program's run as text and as JSON.
#pragma once

#include <string>

#include "simt/emulate/program.hpp"

namespace simt::emulate {

/// For a terminal: counters by launch and by line, all findings, how the program ended. `source` is the text of the
/// program, whose lines are quoted.
std::string text_report(const ProgramRun& run, const ProgramOptions& options, const std::string& source);

/// One object, whose members simt/README.md describes; ends with a newline.
std::string json_report(const ProgramRun& run, const ProgramOptions& options);

}  // namespace simt::emulate

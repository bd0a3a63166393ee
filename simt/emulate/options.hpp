// The command line of ./emulate.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "simt/emulate/program.hpp"

namespace simt::emulate {

struct Options {
  ProgramOptions program;
  std::string json;  ///< the file for it, "-" for standard output; empty: none
};

/// Text that the call asks for, as --help does.
struct Answer {
  std::string text;
};

/// `arguments` without the program's name. Throws CallError.
std::variant<Options, Answer> parse(const std::vector<std::string>& arguments);

}  // namespace simt::emulate

// CUDA C++ source → C++ source that clang compiles for the host, line for line: launches and dynamic
// shared memory are rewritten, everything else is left to the headers in simt/include. Works on tokens, so
// comments, strings and macros survive; knows no types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// Something the emulator does not support, or a launch it cannot read.
struct Diagnostic {
  int line = 0;         ///< 1-based
  std::string message;  ///< what it is and what to use instead
};

struct Translation {
  std::string source;  ///< has exactly as many lines as the input; starts with a #line for `name`
  std::vector<Diagnostic> errors;  ///< not empty: do not compile `source`
};

Translation translate(std::string_view source, std::string_view name);

}  // namespace simt

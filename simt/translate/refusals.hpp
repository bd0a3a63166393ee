// Features that the emulator does not have: each use becomes an error that names it and says what to use instead.
// Internal to simt/translate.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// Refuses inline PTX and texture references at `i`.
void refuse_features(Code& code, std::size_t i);

/// Refuses references among the parameters of the kernel whose __global__ is at `global`: in the emulator they would
/// refer to the thread's own copy.
void refuse_references(Code& code, std::size_t global);

/// Refuses the headers of what is not emulated. `line` is an `#include` directive.
void refuse_header(const std::vector<Token>& line, std::vector<Diagnostic>& errors);

}  // namespace simt::detail

// Pragmas that nvcc ignores and clang refuses. Internal to simt/translate.
#pragma once

#include <vector>

#include "simt/translate/edits.hpp"
#include "simt/translate/lexer.hpp"

namespace simt::detail {

/// Drops the directive in `line` where it is `#pragma unroll` with 0 or with a negative number: nvcc warns, and unrolls
/// the loop as it would without.
void drop_void_unrolling(const std::vector<Token>& line, std::vector<Edit>& edits);

}  // namespace simt::detail

// Pragmas that nvcc ignores and clang refuses. Internal to simt/translate.
#pragma once

#include <vector>

#include "simt/translate/edits.hpp"
#include "simt/translate/lexer.hpp"

namespace simt::detail {

/// So many copies mean that a loop is to be unrolled as without the pragma (ForgetVectorsPass in
/// instrument/unrolling.cpp).
inline constexpr int copies_without_pragma = 1'073'741'823;

/// nvcc ignores `#pragma unroll` with 0 or with a negative number, and warns; clang has an error. Where such a number
/// stands in the directive `line`, it is dropped; an expression gets another value where it is none above 0. A macro
/// there is unknown to both compilers.
void mend_unrolling(const std::vector<Token>& line, std::vector<Edit>& edits);

}  // namespace simt::detail

// Features that the emulator does not have, and that no compiler names: each use becomes an error that names it and
// says what to use instead. The names themselves are in missing_features.hpp. Internal to simt/translate.
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

/// Turns the `#include` directive in `line` into an `#error` where it names a header that the emulator does not have:
/// only the compiler knows whether the directive is skipped, and no other folder may hold the header.
void refuse_header(const std::vector<Token>& line, std::vector<Edit>& edits);

}  // namespace simt::detail

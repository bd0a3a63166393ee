// Bank conflicts of shared memory: what of the source decides which banks a line's addresses are in.
#pragma once

#include <string_view>

#include "grader/result.hpp"

namespace grader {

/// Moves `slow`, a line with bank conflicts, to where the host of the part `entry` computes the number that this line
/// finds its place by: the length of a row. Nothing where that is not one number.
void blame_pitch(const simt::SourceIndex& source, std::string_view entry, Finding& slow);

/// Adds to `slow`, a line with bank conflicts, where its shared array is declared. Nothing where that is not seen.
void add_declaration(const simt::SourceIndex& source, Finding& slow);

}  // namespace grader

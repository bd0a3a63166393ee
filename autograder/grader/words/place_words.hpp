// Helpers that find places: functions, lambdas and macros of the file that make the index, or the address, by which
// another line uses memory.
#pragma once

#include <cstdint>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Moves `slow`, a line with bank conflicts, to the statement of a helper that finds the place of its element for each
/// thread. Nothing where that line finds it itself, or more than one statement does.
void blame_helper(const simt::SourceIndex& source, Finding& slow);

/// The same for a line whose neighbouring threads are `apart` bytes apart in global memory, with `bytes` for each:
/// where a helper multiplies the thread's number by the constant that makes this distance.
void blame_step_of_helper(const simt::SourceIndex& source, std::int64_t apart, std::int64_t bytes, Finding& slow);

}  // namespace grader

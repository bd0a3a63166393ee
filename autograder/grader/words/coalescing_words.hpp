// Coalescing: how the addresses of a warp's neighbouring threads lie, and what of the source decides that.
#pragma once

#include <vector>

#include "grader/result.hpp"

namespace grader {

/// Adds to `slow`, of `rows` of the code that `source` is about, what else is scattered, and where the numbers come
/// from by which neighbouring threads differ. Nothing where the line's accesses are not scattered.
void add_lanes(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow);

/// Adds to `slow`, a line of `rows` whose neighbouring threads are a few words apart, which other lines of the code
/// that `source` is about take the words between: then one wider access would take all of them. Nothing where that is
/// not so.
void add_width(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow);

}  // namespace grader

// Elements of shared arrays as their declaration counts them.
#pragma once

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// The emulator counts the words of a shared array: "tile[33]". Where the source declares rows of known length,
/// `found` says "tile[1][0]" instead.
void name_row_and_column(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found);

}  // namespace grader

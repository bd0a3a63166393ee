// Findings in English. The one place where sentences about findings are made; nothing decides by them.
#pragma once

#include <string>

#include "simt/evidence.hpp"
#include "simt/findings/source_lines.hpp"

namespace simt {

/// "out-of-bounds", "shared-race" …; "unknown" for a value that is no FindingKind.
std::string kind_name(const FindingRecord& finding);

/// Whether the same call of a copy writes to one place from two streams.
bool shares_place(const FindingRecord& finding);

/// What the finding is about: the memory ("input 0", "the null pointer"), the reason why a launch is refused, what the
/// emulator does not support. Empty when there is nothing to name.
std::string subject(const FindingRecord& finding);

/// "2 × 1 blocks of 64 × 8 threads"; a second and a third extent only where one of the two has it.
std::string launch_shape(const Index3& grid, const Index3& block);

/// One sentence without its full stop. `lines` gives the line of the other side of a race; without it the sentence says
/// "another line". A record may come from a process that is not trusted: any bytes give some sentence.
std::string words(const FindingRecord& finding, const Lines& lines);

}  // namespace simt

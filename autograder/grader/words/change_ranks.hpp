// How much a change says, of several that make a part right: the one that says most is named.
#pragma once

#include "simt/simt.hpp"

namespace grader {

/// How much a change says by itself, of two that both make a part right; the lower, the more. 0 to `worst_rank`.
inline constexpr int worst_rank = 7;
/// The rank of one change.
int rank_of(const simt::Variant& change);
/// Of changes with one rank: the lower, the more likely it is the one that is meant.
int surprise_of(const simt::Variant& change);

/// The same where two streams use one piece of memory at a time: most changes would only take the streams away. More
/// than `worst_rank`: it says nothing. `shares_place`: the same call writes there from two streams.
int rank_between_streams(const simt::Variant& change, bool shares_place);

}  // namespace grader

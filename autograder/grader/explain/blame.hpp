// Of the accesses that move more than they must: which take a part beyond its limits, and which it allows.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/explain/explain.hpp"

namespace grader {

/// Why more is moved than must be. Where several would explain it, the first: no part needs it, while the limits of
/// some leave room for the others.
enum class Cause {
  repeated_stores,  ///< to the same addresses
  few_lanes,        ///< of a warp take part
  scattered,        ///< the lanes' addresses are no neighbours
  repeated,         ///< good requests, but too many for the same bytes
  misaligned,       ///< neighbours, but what they touch begins within a sector
  conflicts,        ///< of banks, or of addresses in constant memory
};

struct Waste {
  Cause cause = Cause::scattered;
  const Traffic* access = nullptr;  ///< of the explanation
  std::int64_t saving = 0;          ///< sectors, or wavefronts, that would be spared
};

struct Blame {
  std::vector<Waste> blamed;  ///< by line; all that is worth telling where nothing fails
  std::vector<Waste> allowed;
};

Blame blame(const Explanation& explanation);

/// How many times a store wrote each of its bytes, on average; 1 where no cache is modelled.
double times_stored(const Traffic& store, const simt::memory::Device& chip);

}  // namespace grader

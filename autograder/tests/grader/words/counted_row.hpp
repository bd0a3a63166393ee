// Counters of one line, as a run of the emulator gives them.
#pragma once

#include <cstdint>

#include "grader/result.hpp"

namespace tests {

/// Loads of `line`. `cost` and `least` are sectors, and the fewest that hold the same bytes, in global memory;
/// elsewhere wavefronts, and those of them that are no conflicts.
inline grader::Traffic row(int line, grader::Space space, std::int64_t requests, std::int64_t cost,
                           std::int64_t least) {
  grader::Traffic traffic;
  traffic.line = line;
  traffic.space = space;
  traffic.requests = requests;
  if (space == grader::Space::global) {
    traffic.sectors = cost;
    traffic.ideal_sectors = least;
  } else {
    traffic.wavefronts = cost;
    traffic.conflicts = cost - least;
  }
  return traffic;
}

}  // namespace tests

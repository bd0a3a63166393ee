// A drawing of one request: which lane is where in sectors of global memory, or in banks of shared memory.
#pragma once

#include <string>
#include <vector>

#include "grader/result.hpp"

namespace report {

/// Sectors of 32 bytes as eight words each, with the lane that touches each word; long runs of sectors are
/// abridged. At most 74 columns. Empty when there is no request.
std::vector<std::string> sector_picture(const grader::LaneAddresses& request);

/// The 32 banks, counted from the first lane's, with the number of different words each must serve, and the busiest
/// bank's lanes. Accesses of 8 and
/// 16 bytes are served half and a quarter of a warp at a time (CUDA C++ Programming Guide, "Shared Memory"): shown is
/// the costliest such phase. At most 74 columns. Empty when there is no request.
std::vector<std::string> bank_picture(const grader::LaneAddresses& request);

}  // namespace report

// A drawing of one request: which lane is where in sectors or segments of global memory, or in banks of shared memory.
// At most 74 columns. Empty when there is no request.
#pragma once

#include <string>
#include <vector>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace report {

/// By what `chip` moves: sectors as words of four bytes, with the lane that touches each word; or the
/// segments that a half-warp's request becomes, with their lanes. What is long is abridged.
std::vector<std::string> global_picture(const grader::LaneAddresses& request, const simt::memory::Device& chip);

/// The banks, counted from the first lane's, with the number of different words each must serve, and the busiest
/// bank's lanes. Shown is the costliest of the phases that a request is served in (simt/memory/shared.hpp).
std::vector<std::string> bank_picture(const grader::LaneAddresses& request, const simt::memory::Device& chip);

}  // namespace report

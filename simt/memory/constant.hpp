// Wavefronts of a constant-memory request: the constant cache delivers one word to all lanes at a time.
#pragma once

#include "simt/memory/request.hpp"

namespace simt::memory {

/// The number of different addresses among the active lanes (CUDA C++ Programming Guide, "Device Memory Accesses",
/// Constant Memory). Misses of the constant cache are not modelled.
int constant_wavefronts(const Request& request);

}  // namespace simt::memory

// Constant memory has a cache that hands one word to all lanes: how many passes a request takes.
#pragma once

#include "simt/memory/request.hpp"

namespace simt::memory {

/// As many as there are different addresses among the active lanes (CUDA C++ Programming Guide, "Device Memory
/// Accesses", Constant Memory). Misses of that cache are not modelled.
int constant_passes(const Request& request);

}  // namespace simt::memory

// How many blocks of a kernel a multiprocessor holds at a time.
#pragma once

#include <cstdint>

#include "simt/memory/device.hpp"

namespace simt::memory {

struct LaunchShape {
  int threads_per_block = 1;
  std::int64_t shared_bytes_per_block = 0;  ///< static and dynamic
};

/// At least 1. Registers are not looked at: only a real compiler knows how many there are.
int resident_blocks(const LaunchShape& shape, const Device& device);

}  // namespace simt::memory

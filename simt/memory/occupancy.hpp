// Occupancy: how many blocks of a kernel are resident on a multiprocessor at the same time.
#pragma once

#include <cstdint>

#include "simt/memory/device.hpp"

namespace simt::memory {

/// What of a launch decides how many of its blocks are resident.
struct LaunchShape {
  int threads_per_block = 1;                ///< in one block
  std::int64_t shared_bytes_per_block = 0;  ///< static and dynamic
  int registers_per_thread = 0;             ///< 0: the device's registers_per_thread
};

/// At least 1.
int resident_blocks(const LaunchShape& shape, const Device& device);

}  // namespace simt::memory

#include "simt/memory/occupancy.hpp"

#include <algorithm>

#include "simt/memory/request.hpp"

namespace simt::memory {

int resident_blocks(const LaunchShape& shape, const Device& device) {
  const int warps = std::max(1, (shape.threads_per_block + warp_lanes - 1) / warp_lanes);
  std::int64_t blocks =
      std::min(device.blocks_per_multiprocessor, device.threads_per_multiprocessor / warp_lanes / warps);
  const std::int64_t shared = shape.shared_bytes_per_block + device.reserved_shared_bytes_per_block;
  if (shared > 0) blocks = std::min(blocks, device.shared_bytes_per_multiprocessor / shared);
  return static_cast<int>(std::max<std::int64_t>(blocks, 1));
}

}  // namespace simt::memory

#include "simt/memory/occupancy.hpp"

#include <algorithm>

#include "simt/memory/request.hpp"

namespace simt::memory {

namespace {

/// Warps that have so many registers a thread. cuda_occupancy.h of CUDA 13.0: a warp gets a multiple of 256, and each
/// of the four parts of a multiprocessor has its own.
std::int64_t warps_with(int registers, const Device& device) {
  constexpr int unit = 256, parts = 4;
  const int of_warp = (registers * warp_lanes + unit - 1) / unit * unit;
  return std::int64_t{device.registers_per_multiprocessor} / parts / of_warp * parts;
}

}  // namespace

int resident_blocks(const LaunchShape& shape, const Device& device) {
  const int warps = std::max(1, (shape.threads_per_block + warp_lanes - 1) / warp_lanes);
  std::int64_t blocks =
      std::min(device.blocks_per_multiprocessor, device.threads_per_multiprocessor / warp_lanes / warps);
  const std::int64_t shared = shape.shared_bytes_per_block + device.reserved_shared_bytes_per_block;
  if (shared > 0) blocks = std::min(blocks, device.shared_bytes_per_multiprocessor / shared);
  const int registers = shape.registers_per_thread > 0 ? shape.registers_per_thread : device.registers_per_thread;
  if (registers > 0) blocks = std::min(blocks, warps_with(registers, device) / warps);
  return static_cast<int>(std::max<std::int64_t>(blocks, 1));
}

}  // namespace simt::memory

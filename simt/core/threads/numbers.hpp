// Linear numbers of the block and the thread that run, and indices as records have them.
#pragma once

#include <cstdint>

#include "simt/evidence.hpp"
#include "simt/include/simt/thread.h"

namespace simt::core {

inline Index3 to_index(const Indices& indices) { return {indices.x, indices.y, indices.z}; }

/// The running block's number in its grid.
inline std::uint32_t block_number() {
  const auto& [x, y, z] = simt_thread.block;
  return (z * simt_thread.grid_dim.y + y) * simt_thread.grid_dim.x + x;
}

inline constexpr std::uint64_t most_threads_of_block = 1024;

/// The number in the launch of the thread with number `in_block` in the running block. Numbers of blocks are
/// `most_threads_of_block` apart.
inline std::uint64_t thread_number(std::uint32_t in_block) { return block_number() * most_threads_of_block + in_block; }

}  // namespace simt::core

// The synchronisation that is missing between two accesses that race.
#pragma once

#include <cstdint>

namespace simt::memory {

/// What is missing between the two accesses of a race in global memory.
enum class Missing : std::uint8_t {
  barrier,        ///< of the block, or of the warp: both accesses are in one block
  order,          ///< any synchronisation at all between the two blocks
  block_barrier,  ///< in the earlier access's block, before another thread of it wrote what the later block saw
  release_fence,  ///< of the earlier thread, between its access and the write that the later block saw
  acquire_fence,  ///< of the later thread, after it saw that write
  scope,          ///< both are atomic, but one of them has block scope only
  read_only,  ///< the load is by the read-only data cache, and the word is written in the same launch: no order helps
  atomic_update,  ///< both write what they made of the value they had read there, in two steps
};

}  // namespace simt::memory

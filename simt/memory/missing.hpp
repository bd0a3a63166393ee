// What would have ordered two accesses that nothing orders.
#pragma once

#include <cstdint>

namespace simt::memory {

/// What is missing between the two accesses of a race in global memory.
enum class Missing : std::uint8_t {
  barrier,        ///< of the block, or of the warp: both accesses are in one block
  order,          ///< between two blocks: nothing tells one of them about the other
  block_barrier,  ///< in the earlier access's block, before another thread of it wrote what the later block saw
  release_fence,  ///< of the earlier thread, between its access and the write that the later block saw
  acquire_fence,  ///< of the later thread, after it saw that write
  scope,          ///< both are atomic, but one of them only among the threads of its own block
};

}  // namespace simt::memory

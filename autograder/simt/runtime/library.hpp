// Where a loaded student library keeps its variables.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/runtime/address_map.hpp"

namespace simt::runtime {

struct LibraryMemory {
  Segment shared;              ///< all of its __shared__ variables; empty when there are none
  std::vector<Segment> other;  ///< __constant__ and __device__ variables, literals
};

/// `library_base` as dladdr gives it; an address of no library has no memory.
LibraryMemory find_library_memory(std::uintptr_t library_base);

}  // namespace simt::runtime

// Wavefronts of a constant-memory request: the constant cache delivers one word to all lanes at a time.
#pragma once

#include <bit>
#include <cstdint>

#include "simt/memory/request.hpp"

namespace simt::memory {

/// The number of different addresses among the active lanes (CUDA C++ Programming Guide, "Device Memory Accesses",
/// Constant Memory). Misses of the constant cache are not modelled.
int constant_wavefronts(const Request& request);

/// Whether the wavefronts of a request serve few lanes each, fewer than 8: its lanes want many addresses, or few lanes
/// take part, as where they come one after the other.
constexpr bool serves_few_lanes(int wavefronts, std::uint32_t active) {
  constexpr int few = 8;
  return std::popcount(active) < few * wavefronts;
}

}  // namespace simt::memory

// One warp-wide memory instruction: what the counters count. Not who issued it, nor what was read or written.
#pragma once

#include <array>
#include <cstdint>

namespace simt::memory {

inline constexpr int warp_lanes = 32;

struct Request {
  std::array<std::uint64_t, warp_lanes> address;  ///< byte address of each lane; only active lanes have one
  std::uint32_t active = 0;                       ///< bit i: lane i takes part
  std::uint32_t bytes = 0;                        ///< accessed by each lane: 1, 2, 4, 8 or 16
};

}  // namespace simt::memory

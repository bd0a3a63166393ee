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

/// Whether all lanes take part and their addresses are equally far apart: the usual case, and the same few
/// additions for every lane, which compilers do several lanes at a time.
inline bool is_strided(const Request& request, std::uint64_t& stride) {
  if (request.active != 0xffffffffU) return false;
  stride = request.address[1] - request.address[0];
  std::uint64_t difference = 0;
  for (std::uint64_t lane = 0; lane < warp_lanes; ++lane) {
    difference |= request.address[lane] ^ (request.address[0] + lane * stride);
  }
  return difference == 0;
}

}  // namespace simt::memory

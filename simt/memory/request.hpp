// A request: one memory instruction executed by a warp. It holds the addresses that the counters need, but neither the
// issuing warp nor the values read or written.
#pragma once

#include <array>
#include <cstdint>

namespace simt::memory {

/// Threads of a warp.
inline constexpr int warp_lanes = 32;

/// What one memory instruction of a warp asks for.
struct Request {
  std::array<std::uint64_t, warp_lanes> address;  ///< byte address per lane; valid for active lanes only
  std::uint32_t active = 0;                       ///< bit i: lane i takes part
  std::uint32_t bytes = 0;                        ///< per lane: 1, 2, 4, 8 or 16
};

/// Whether all lanes are active and their addresses are equally far apart, with the distance in `stride`. This is the
/// usual case, and the check is the same few additions for every lane, which compilers vectorise.
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

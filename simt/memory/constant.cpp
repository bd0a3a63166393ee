#include "simt/memory/constant.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace simt::memory {

int constant_wavefronts(const Request& request) {
  std::array<std::uint64_t, warp_lanes> addresses;
  auto end = addresses.begin();
  for (std::uint32_t lanes = request.active; lanes != 0; lanes &= lanes - 1) {
    *end++ = request.address[std::countr_zero(lanes)];
  }
  std::sort(addresses.begin(), end);
  return static_cast<int>(std::unique(addresses.begin(), end) - addresses.begin());
}

}  // namespace simt::memory

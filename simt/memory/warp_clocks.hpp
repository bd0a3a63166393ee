// Vector clocks of the lanes of a warp: each lane has a clock, which warp barriers advance and exchange.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/memory/request.hpp"

namespace simt::memory {

class WarpClocks {
 public:
  using Clocks = std::array<std::uint32_t, warp_lanes>;  // [lane]

  explicit WarpClocks(int max_threads) : seen_((max_threads + warp_lanes - 1) / warp_lanes * warp_lanes) {}

  /// The lanes of `mask` in warp `warp` met at a barrier.
  void barrier(int warp, std::uint32_t mask) {
    Clocks* const seen = &seen_[static_cast<std::size_t>(warp) * warp_lanes];
    Clocks joined{};
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      ++seen[lane][lane];
      for (int i = 0; i < warp_lanes; ++i) joined[i] = std::max(joined[i], seen[lane][i]);
    }
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) seen[std::countr_zero(lanes)] = joined;
  }

  /// The thread's own clock. `thread` is its linear number in the block.
  std::uint32_t of(std::uint32_t thread) const { return seen_[thread][thread % warp_lanes]; }

  /// The clocks of the warp's lanes as far as the thread knows.
  const Clocks& known_to(std::uint32_t thread) const { return seen_[thread]; }

  /// Whether an access of `lane` of the thread's warp at `clock` is ordered before the thread's next access.
  bool knows(std::uint32_t thread, std::uint32_t lane, std::uint32_t clock) const {
    return seen_[thread][lane] > clock;
  }

 private:
  std::vector<Clocks> seen_;  // [thread][lane]: the lane's clock as far as the thread knows, its own included
};

}  // namespace simt::memory

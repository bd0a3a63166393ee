// Which lanes of a warp have executed a volatile access, and where. Code without __syncwarp() that relies on the lanes
// of a warp running in step uses, in one lane, what another lane stored by an instruction that both execute, each for a
// word of its own. A thread that waits for a flag reads what an instruction stored that it does not execute itself; and
// a flag that all lanes look at is one word.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "simt/memory/request.hpp"

namespace simt::memory {

class Lockstep {
 public:
  void clear() { lanes_.clear(); }

  /// This thread of this block executes `site`.
  void note(std::uint32_t site, std::uint64_t address, std::uint32_t block, std::uint32_t thread) {
    Lanes& lanes = lanes_[key(site, block, thread)];
    lanes.executed |= std::uint32_t{1} << thread % warp_lanes;
    lanes.last[thread % warp_lanes] = address;
  }

  /// Whether it has executed `site` before, and the last time for another address than this.
  bool has_executed_elsewhere(std::uint32_t site, std::uint64_t address, std::uint32_t block,
                              std::uint32_t thread) const {
    const auto found = lanes_.find(key(site, block, thread));
    if (found == lanes_.end()) return false;
    const Lanes& lanes = found->second;
    return (lanes.executed >> thread % warp_lanes & 1) != 0 && lanes.last[thread % warp_lanes] != address;
  }

 private:
  struct Lanes {
    std::uint32_t executed = 0;
    std::array<std::uint64_t, warp_lanes> last{};
  };

  static std::uint64_t key(std::uint32_t site, std::uint32_t block, std::uint32_t thread) {
    return std::uint64_t{block} << 32 | std::uint64_t{site} << 5 | thread / warp_lanes;
  }

  std::unordered_map<std::uint64_t, Lanes> lanes_;  // by site and warp
};

}  // namespace simt::memory

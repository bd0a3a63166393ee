// Which lanes of a warp have executed a volatile access. Code without __syncwarp() that relies on the lanes of a warp
// running in step uses, in one lane, what another lane stored by an instruction that both execute; a thread that waits
// for a flag reads what an instruction stored that it does not execute itself.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "simt/memory/request.hpp"

namespace simt::memory {

class Lockstep {
 public:
  void clear() { lanes_.clear(); }

  /// This thread of this block executes `site`.
  void note(std::uint32_t site, std::uint32_t block, std::uint32_t thread) {
    lanes_[key(site, block, thread)] |= std::uint32_t{1} << thread % warp_lanes;
  }

  /// Whether it has executed `site` before.
  bool has_executed(std::uint32_t site, std::uint32_t block, std::uint32_t thread) const {
    const auto found = lanes_.find(key(site, block, thread));
    return found != lanes_.end() && (found->second >> thread % warp_lanes & 1) != 0;
  }

 private:
  static std::uint64_t key(std::uint32_t site, std::uint32_t block, std::uint32_t thread) {
    return std::uint64_t{block} << 32 | std::uint64_t{site} << 5 | thread / warp_lanes;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> lanes_;  // by site and warp
};

}  // namespace simt::memory

// Which lines of the second-level cache are to stay, and which are to go first: what access-policy windows and cache
// hints say of an access. The rules are those of the CUDA C++ Programming Guide, "Device Memory L2 Access Management";
// which lines of a window a hit ratio picks is not published: here it depends on their address alone.
#pragma once

#include <cstdint>

namespace simt::memory {

enum class Residency : std::uint8_t {
  unsaid,      ///< a line that is there stays what it is; a new one is a normal one
  normal,      ///< even if the line persisted
  streaming,   ///< the first to go
  persisting,  ///< stays, if there is room among the lines set aside
};

/// Of the lines in [base, base + bytes), the share `hit_ratio` is accessed as `hit` and the rest as `miss`. Of what
/// lies outside nothing is said.
struct AccessWindow {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  double hit_ratio = 0;
  Residency hit = Residency::unsaid;
  Residency miss = Residency::unsaid;

  Residency of(std::uint64_t address, int line_bytes) const {
    if (address - base >= bytes) return Residency::unsaid;
    // Multiples of the golden ratio: of lines in a row, and of every so-many-th, the share is as even as can be.
    const std::uint64_t turn = address / static_cast<std::uint64_t>(line_bytes) * 0x9e3779b97f4a7c15U;
    return static_cast<double>(turn >> 11) * 0x1p-53 < hit_ratio ? hit : miss;
  }
};

}  // namespace simt::memory

// Which lines of the L2 cache stay longest and which are evicted first: the access property that an access-policy
// window or a cache hint gives to an access. The rules are those of the CUDA C++ Programming Guide, "Device Memory L2
// Access Management". The guide does not say which lines of a window the hit ratio selects; here the selection
// depends on the line's address only.
#pragma once

#include <cstdint>

namespace simt::memory {

enum class AccessProperty : std::uint8_t {
  unspecified,  ///< a cached line keeps its property; a new line becomes normal
  normal,       ///< even if the line was persisting before
  streaming,    ///< evicted first
  persisting,   ///< kept, as long as the set-aside part has a free line
};

/// A share `hit_ratio` of the lines in [base, base + bytes) is accessed with the property `hit`, the rest with `miss`.
/// Addresses outside of the window have no property (`unspecified`).
struct AccessWindow {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  double hit_ratio = 0;
  AccessProperty hit = AccessProperty::unspecified;
  AccessProperty miss = AccessProperty::unspecified;

  AccessProperty of(std::uint64_t address, int line_bytes) const {
    if (address - base >= bytes) return AccessProperty::unspecified;
    // Multiples of the golden ratio spread the selected lines evenly, over consecutive lines and over strided ones.
    const std::uint64_t turn = address / static_cast<std::uint64_t>(line_bytes) * 0x9e3779b97f4a7c15U;
    return static_cast<double>(turn >> 11) * 0x1p-53 < hit_ratio ? hit : miss;
  }
};

}  // namespace simt::memory

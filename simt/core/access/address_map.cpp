#include "simt/core/access/address_map.hpp"

#include <algorithm>
#include <cstdlib>

namespace simt::core {

const Segment* AddressMap::find(std::uintptr_t address, std::size_t size) const {
  for (const Segment& segment : segments_) {
    if (segment.contains(address, size)) return &segment;
  }
  return nullptr;
}

const Segment* AddressMap::find_start(std::uintptr_t base, Owner owner) const {
  const auto found = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& segment) {
    return segment.base == base && segment.owner == owner;
  });
  return found == segments_.end() ? nullptr : &*found;
}

namespace {

bool is_indexed(const Segment& segment) {
  return segment.bytes != 0 &&
         (segment.kind == Kind::global || segment.kind == Kind::shared || segment.kind == Kind::constant);
}

}  // namespace

const Segment* AddressMap::nearest(std::uintptr_t address) const {
  const Segment* best = nullptr;
  for (const Segment& segment : segments_) {
    if (!is_indexed(segment)) continue;
    if (best == nullptr ||
        std::abs(distance_outside(segment, address, 1)) < std::abs(distance_outside(*best, address, 1))) {
      best = &segment;
    }
  }
  return best;
}

std::int64_t distance_outside(const Segment& segment, std::uintptr_t address, std::size_t size) {
  if (address < segment.base) return -static_cast<std::int64_t>(segment.base - address);
  return static_cast<std::int64_t>(address + size - segment.end());
}

}  // namespace simt::core

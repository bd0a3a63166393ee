#include "simt/core/access/address_map.hpp"

#include <algorithm>
#include <cstdlib>

namespace simt::core {

Segment& AddressMap::add(Segment segment) {
  segments_.push_back(std::move(segment));
  by_base_.emplace(segments_.back().base, std::prev(segments_.end()));
  return segments_.back();
}

void AddressMap::remove(std::uintptr_t base, Owner owner) {
  const auto [first, last] = by_base_.equal_range(base);
  for (auto at = first; at != last;) {
    const auto segment = at->second;
    at = segment->owner == owner ? by_base_.erase(at) : std::next(at);
    if (segment->owner == owner) segments_.erase(segment);
  }
}

// Of those that are not empty, the last one that begins at the address or before it: the others end before that one.
const Segment* AddressMap::find(std::uintptr_t address, std::size_t size) const {
  for (auto at = by_base_.upper_bound(address); at != by_base_.begin();) {
    const Segment& segment = *(--at)->second;
    if (segment.contains(address, size)) return &segment;
    if (segment.bytes != 0) return nullptr;
  }
  return nullptr;
}

const Segment* AddressMap::find_start(std::uintptr_t base, Owner owner) const {
  const auto [first, last] = by_base_.equal_range(base);
  const auto found = std::find_if(first, last, [&](const auto& one) { return one.second->owner == owner; });
  return found == last ? nullptr : &*found->second;
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

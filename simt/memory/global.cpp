#include "simt/memory/global.hpp"

#include <algorithm>
#include <bit>

namespace simt::memory {

// Appends `first` and `last` (equal or neighbouring sectors), without repeating the sector appended last.
inline void Sectors::push(std::uint64_t first, std::uint64_t last) {
  if (count_ == 0 || numbers_[count_ - 1] != first) numbers_[count_++] = first;
  if (first != last) numbers_[count_++] = last;
}

Sectors::Sectors(const Request& request, const Device& device) {
  const int shift = std::countr_zero(static_cast<unsigned>(device.sector_bytes));
  std::uint64_t stride = 0;
  if (is_strided(request, stride) && stride <= request.bytes) {
    // No gap between the lanes: every sector from the first to the last.
    const std::uint64_t last = (request.address[warp_lanes - 1] + request.bytes - 1) >> shift;
    for (std::uint64_t sector = request.address[0] >> shift; sector <= last; ++sector) numbers_[count_++] = sector;
    return;
  }
  bool ascending = true;
  for (std::uint32_t lanes = request.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = request.address[std::countr_zero(lanes)];
    const std::uint64_t first = address >> shift;
    ascending &= count_ == 0 || first >= numbers_[count_ - 1];
    push(first, (address + request.bytes - 1) >> shift);
  }
  if (ascending) return;
  const auto end = numbers_.begin() + count_;
  std::sort(numbers_.begin(), end);
  count_ = static_cast<int>(std::unique(numbers_.begin(), end) - numbers_.begin());
}

int ideal_sectors(const Request& request, const Device& device) {
  const int shift = std::countr_zero(static_cast<unsigned>(device.sector_bytes));
  const auto sectors = [&](std::uint32_t lanes) {
    const std::uint32_t bytes = std::popcount(lanes) * request.bytes;
    return static_cast<int>((bytes + device.sector_bytes - 1) >> shift);
  };
  if (device.request_lanes == warp_lanes) return sectors(request.active);
  return sectors(request.active & 0xffffU) + sectors(request.active >> 16);
}

}  // namespace simt::memory

#include "simt/memory/global.hpp"

#include <algorithm>
#include <bit>
#include <utility>

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

int update_sectors(const Request& request, const Device& device) {
  std::array<std::uint64_t, warp_lanes> words;
  int lanes = 0;
  for (std::uint32_t left = request.active; left != 0; left &= left - 1) {
    words[lanes++] = request.address[std::countr_zero(left)] / request.bytes;
  }
  std::sort(words.begin(), words.begin() + lanes);
  const std::uint64_t words_of_a_sector = device.sector_bytes / request.bytes;
  int count = 0, most = 0, of_word = 0;
  for (int i = 0; i < lanes; ++i) {
    const bool is_new_sector = i == 0 || words[i] / words_of_a_sector != words[i - 1] / words_of_a_sector;
    of_word = i != 0 && words[i] == words[i - 1] ? of_word + 1 : 1;
    if (is_new_sector) count += std::exchange(most, 0);
    most = std::max(most, of_word);
  }
  return count + most;
}

}  // namespace simt::memory

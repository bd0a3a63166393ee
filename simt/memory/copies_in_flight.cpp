#include "simt/memory/copies_in_flight.hpp"

#include <algorithm>

namespace simt::memory {

void CopiesInFlight::begin(const CopySide& side) {
  if (side.bytes == 0) return;
  sides_.emplace(side.begin, side);
  handed_over_ += side.is_handed_over;
}

void CopiesInFlight::complete(std::uint64_t begin, std::uint32_t block, std::uint32_t thread) {
  const auto [first, last] = sides_.equal_range(begin);
  const auto own = std::find_if(first, last, [&](const auto& entry) {
    const CopySide& side = entry.second;
    return side.block == block && side.thread == thread && !side.is_handed_over;
  });
  if (own != last) sides_.erase(own);
}

void CopiesInFlight::complete_handed_over(std::uint32_t block) {
  if (handed_over_ == 0) return;
  handed_over_ -= std::erase_if(
      sides_, [&](const auto& entry) { return entry.second.block == block && entry.second.is_handed_over; });
}

void CopiesInFlight::forget(std::uint32_t block) {
  if (is_empty()) return;
  complete_handed_over(block);
  std::erase_if(sides_, [&](const auto& entry) { return entry.second.block == block; });
}

void CopiesInFlight::clear() {
  sides_.clear();
  handed_over_ = 0;
}

const CopySide* CopiesInFlight::find(std::uint64_t address, std::uint32_t bytes) const {
  constexpr std::uint64_t longest = 16;
  const std::uint64_t from = address < longest ? 0 : address - longest + 1;
  for (auto entry = sides_.lower_bound(from); entry != sides_.end() && entry->first < address + bytes; ++entry) {
    if (entry->first + entry->second.bytes > address) return &entry->second;
  }
  return nullptr;
}

}  // namespace simt::memory

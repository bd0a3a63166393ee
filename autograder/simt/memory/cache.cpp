#include "simt/memory/cache.hpp"

#include <algorithm>
#include <bit>

namespace simt::memory {
namespace {

int log2_of(int power) { return std::countr_zero(static_cast<unsigned>(power)); }

CacheShape first_level(const Device& device, std::int64_t shared_bytes) {
  return {std::max<std::int64_t>(device.l1_bytes - shared_bytes, 0), device.cache_line_bytes, device.sector_bytes};
}

CacheShape second_level(const Device& device) {
  return {device.l2_bytes, device.cache_line_bytes, device.sector_bytes};
}

}  // namespace

SectoredCache::SectoredCache(const CacheShape& shape)
    : line_shift_(log2_of(shape.line_bytes)), sector_shift_(log2_of(shape.sector_bytes)) {
  const std::uint64_t lines = static_cast<std::uint64_t>(shape.bytes) >> line_shift_;
  ways_ = std::min<std::uint64_t>(lines, shape.ways);
  sets_ = ways_ == 0 ? 0 : lines / ways_;
  lines_.resize(sets_ * ways_);
}

std::size_t SectoredCache::set_of(std::uint64_t line) const {
  // Fibonacci hashing: neighbouring lines, and lines a power of two apart, go to sets far from each other.
  const std::uint64_t hash = line * 0x9e3779b97f4a7c15U >> 32;
  return hash % sets_ * ways_;
}

std::size_t SectoredCache::find(std::uint64_t line) const {
  if (sets_ == 0) return lines_.size();
  const std::size_t set = set_of(line);
  for (std::size_t i = set; i < set + ways_; ++i) {
    if (lines_[i].valid != 0 && lines_[i].number == line) return i;
  }
  return lines_.size();
}

std::uint32_t SectoredCache::sector_bit(std::uint64_t address) const {
  return std::uint32_t{1} << (address >> sector_shift_ & ((1U << (line_shift_ - sector_shift_)) - 1));
}

SectoredCache::Outcome SectoredCache::touch(std::uint64_t address, bool makes_dirty) {
  Outcome outcome;
  if (sets_ == 0) return outcome;
  const std::uint64_t number = address >> line_shift_;
  const std::uint32_t sector = sector_bit(address);
  std::size_t place = find(number);
  if (place == lines_.size()) {
    const auto set = lines_.begin() + static_cast<std::ptrdiff_t>(set_of(number));
    // A free line was never used, or not since it was invalidated: its last use is 0.
    const auto victim = std::min_element(set, set + static_cast<std::ptrdiff_t>(ways_),
                                         [](const Line& a, const Line& b) { return a.last_use < b.last_use; });
    outcome.written_back = std::popcount(victim->dirty);
    *victim = Line{};
    victim->number = number;
    place = static_cast<std::size_t>(victim - lines_.begin());
  }
  Line& line = lines_[place];
  outcome.hit = (line.valid & sector) != 0;
  line.valid |= sector;
  if (makes_dirty) line.dirty |= sector;
  line.last_use = ++clock_;
  return outcome;
}

SectoredCache::Outcome SectoredCache::load(std::uint64_t address) { return touch(address, false); }

SectoredCache::Outcome SectoredCache::store(std::uint64_t address) { return touch(address, true); }

bool SectoredCache::holds(std::uint64_t address) const {
  const std::size_t place = find(address >> line_shift_);
  return place != lines_.size() && (lines_[place].valid & sector_bit(address)) != 0;
}

std::int64_t SectoredCache::clean() {
  std::int64_t sectors = 0;
  for (Line& line : lines_) {
    sectors += std::popcount(line.dirty);
    line.dirty = 0;
  }
  return sectors;
}

void SectoredCache::invalidate() { std::fill(lines_.begin(), lines_.end(), Line{}); }

CacheHierarchy::CacheHierarchy(const Device& device, std::int64_t shared_bytes_per_multiprocessor)
    : sector_bytes_(device.sector_bytes),
      has_l2_(device.l2_bytes > 0),
      l1_(device.multiprocessors, SectoredCache(first_level(device, shared_bytes_per_multiprocessor))),
      l2_(second_level(device)) {}

void CacheHierarchy::load(int multiprocessor, std::uint64_t sector_address) {
  const bool hit = l1_[multiprocessor].load(sector_address).hit;
  ++(hit ? counts_.l1_hits : counts_.l1_misses);
  if (!hit) count_second_level(l2_.load(sector_address), true);
}

void CacheHierarchy::store(std::uint64_t sector_address) {
  if (has_l2_) {
    count_second_level(l2_.store(sector_address), false);
  } else {
    counts_.dram_written_bytes += sector_bytes_;
  }
}

void CacheHierarchy::count_second_level(SectoredCache::Outcome outcome, bool is_load) {
  ++(outcome.hit ? counts_.l2_hits : counts_.l2_misses);
  if (is_load && !outcome.hit) counts_.dram_read_bytes += sector_bytes_;
  counts_.dram_written_bytes += std::int64_t{outcome.written_back} * sector_bytes_;
}

void CacheHierarchy::begin_launch() {
  for (SectoredCache& cache : l1_) cache.invalidate();
}

void CacheHierarchy::flush() { counts_.dram_written_bytes += l2_.clean() * sector_bytes_; }

}  // namespace simt::memory

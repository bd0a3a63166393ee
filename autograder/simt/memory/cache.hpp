// Which sectors the caches keep from DRAM: a first-level cache for each multiprocessor, one second-level cache, lines
// whose sectors are fetched one by one. Addresses in, hits and DRAM bytes out. Not latencies, nor which policy a
// chip really has: NVIDIA publishes sizes, lines and sectors, but not how a line's place and its victim are chosen.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/device.hpp"

namespace simt::memory {

struct CacheShape {
  std::int64_t bytes = 0;  ///< 0: there is none, everything misses
  int line_bytes = 128;
  int sector_bytes = 32;
  /// Lines a set has. Addresses are hashed over the sets, as strides of a power of two do no harm to these caches.
  int ways = 16;
};

/// Set-associative, the least recently used line goes first.
class SectoredCache {
 public:
  explicit SectoredCache(const CacheShape& shape);

  struct Outcome {
    bool hit = false;
    int written_back = 0;  ///< dirty sectors of the line that had to go
  };

  /// Of the sector at `address`, which is there afterwards.
  Outcome load(std::uint64_t address);
  /// The same, and it is dirty then. A store fetches nothing: bytes not stored to are told apart by a mask.
  Outcome store(std::uint64_t address);

  bool holds(std::uint64_t address) const;
  /// Dirty sectors become clean; how many there were.
  std::int64_t clean();
  /// Nothing is there any more, dirty or not.
  void invalidate();

 private:
  struct Line {
    std::uint64_t number = 0;  // address ÷ line size
    std::uint64_t last_use = 0;
    std::uint32_t valid = 0;  // bit i: sector i is there; a line without any is free
    std::uint32_t dirty = 0;
  };

  /// Where the set that `line` belongs to begins in `lines_`.
  std::size_t set_of(std::uint64_t line) const;
  /// Where `line` is in `lines_`; their number when it is not there.
  std::size_t find(std::uint64_t line) const;
  std::uint32_t sector_bit(std::uint64_t address) const;
  Outcome touch(std::uint64_t address, bool makes_dirty);

  int line_shift_;
  int sector_shift_;
  std::uint64_t ways_;
  std::uint64_t sets_;
  std::vector<Line> lines_;  // [set][way]
  std::uint64_t clock_ = 0;
};

struct CacheCounts {
  std::int64_t l1_hits = 0;
  std::int64_t l1_misses = 0;  ///< loads only: stores go through
  std::int64_t l2_hits = 0;
  std::int64_t l2_misses = 0;
  std::int64_t dram_read_bytes = 0;
  std::int64_t dram_written_bytes = 0;
};

/// All caches of a device. Loads fill both levels. Stores go through the first level, leaving there what is there,
/// and stay in the second until their line has to go.
class CacheHierarchy {
 public:
  /// Shared memory is taken from the first level, as on every chip since compute capability 7.0.
  explicit CacheHierarchy(const Device& device, std::int64_t shared_bytes_per_multiprocessor = 0);

  void load(int multiprocessor, std::uint64_t sector_address);
  void store(std::uint64_t sector_address);

  /// First-level caches do not see each other's stores: each launch finds them empty.
  void begin_launch();
  /// Writes back what is dirty, as it will have to be some day.
  void flush();

  const CacheCounts& counts() const { return counts_; }

 private:
  void count_second_level(SectoredCache::Outcome outcome, bool is_load);

  int sector_bytes_;
  bool has_l2_;
  std::vector<SectoredCache> l1_;  // by multiprocessor
  SectoredCache l2_;
  CacheCounts counts_;
};

}  // namespace simt::memory

// From which level loaded bytes came, and how many stored bytes went to DRAM.
#pragma once

#include <cstdint>

namespace simt::memory {

/// In bytes, whole sectors. Loads moved `l1_read + l2_read + dram_read` bytes.
struct LevelBytes {
  std::int64_t l1_read = 0;       ///< loaded, found in an L1 cache
  std::int64_t l2_read = 0;       ///< loaded, found in the L2 cache
  std::int64_t dram_read = 0;     ///< loaded from DRAM
  std::int64_t dram_written = 0;  ///< stored to DRAM
  /// What DRAM sends for `dram_read`, where it sends two neighbouring sectors at least: for predictions of time.
  std::int64_t dram_fetched = 0;
  std::int64_t dram_read_again = 0;  ///< the part of `dram_read` that had been loaded from DRAM before

  /// Moved between the L2 cache and DRAM.
  std::int64_t dram() const { return dram_read + dram_written; }

  /// Adds level by level.
  LevelBytes& operator+=(const LevelBytes& other) {
    l1_read += other.l1_read;
    l2_read += other.l2_read;
    dram_read += other.dram_read;
    dram_written += other.dram_written;
    dram_fetched += other.dram_fetched;
    dram_read_again += other.dram_read_again;
    return *this;
  }
  friend bool operator==(const LevelBytes&, const LevelBytes&) = default;
};

}  // namespace simt::memory

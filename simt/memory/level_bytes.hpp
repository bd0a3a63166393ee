// Where the bytes of loads came from, and what of the bytes stored went to DRAM.
#pragma once

#include <cstdint>

namespace simt::memory {

/// In bytes of whole sectors. What is read from the three together is what loads moved.
struct LevelBytes {
  std::int64_t l1_read = 0;
  std::int64_t l2_read = 0;
  std::int64_t dram_read = 0;
  std::int64_t dram_written = 0;

  std::int64_t dram() const { return dram_read + dram_written; }

  LevelBytes& operator+=(const LevelBytes& other) {
    l1_read += other.l1_read;
    l2_read += other.l2_read;
    dram_read += other.dram_read;
    dram_written += other.dram_written;
    return *this;
  }
  friend bool operator==(const LevelBytes&, const LevelBytes&) = default;
};

}  // namespace simt::memory

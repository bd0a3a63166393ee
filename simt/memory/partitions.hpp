// Partition camping: DRAM is interleaved over partitions in chunks, and blocks that run together may all
// write to one of them while the others idle (Conrad 2010, on NVIDIA's GTX 280).
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/device.hpp"

namespace simt::memory {

/// Counts stored sectors per partition over windows of blocks started one after another.
class PartitionCamping {
 public:
  explicit PartitionCamping(const Device& device) : device_(device), sectors_(device.partitions) {}

  /// The blocks of one launch do not run together with the next one's.
  void begin_launch() { close_window(); }

  void begin_block() {
    if (blocks_ == device_.blocks_in_flight) close_window();
    ++blocks_;
  }

  void store_sector(std::uint64_t address) {
    ++sectors_[(address / device_.partition_bytes) % static_cast<unsigned>(device_.partitions)];
  }

  /// The busiest partition's sectors against the mean one's, each summed over the windows: 1 when the stores are
  /// spread evenly, the number of partitions when each window camps in one; 0 when nothing was stored.
  double factor() {
    close_window();
    return mean_ == 0 ? 0 : busiest_ / mean_;
  }

 private:
  void close_window();

  Device device_;
  std::vector<std::int64_t> sectors_;  // of the open window, by partition
  int blocks_ = 0;                     // in the open window
  double busiest_ = 0;
  double mean_ = 0;
};

}  // namespace simt::memory

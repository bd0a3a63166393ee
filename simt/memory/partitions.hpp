// Partition camping: DRAM is interleaved over partitions in chunks, and blocks that run at the same time may all
// write to one partition while the others are idle (Conrad 2010, on NVIDIA's GTX 280).
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/device.hpp"

namespace simt::memory {

/// Counts stored sectors per partition, in windows of blocks that start one after the other.
class PartitionCamping {
 public:
  explicit PartitionCamping(const Device& device) : device_(device), sectors_(device.partitions) {}

  /// Closes the window: blocks of different launches do not run at the same time.
  void begin_launch() { close_window(); }

  void begin_block() {
    if (blocks_ == device_.blocks_in_flight) close_window();
    ++blocks_;
  }

  void store_sector(std::uint64_t address) {
    ++sectors_[(address / device_.partition_bytes) % static_cast<unsigned>(device_.partitions)];
  }

  /// Sectors stored since the window was opened, by partition.
  const std::vector<std::int64_t>& window() const { return sectors_; }

  /// Sectors of the busiest partition ÷ mean sectors per partition, both summed over the windows. 1: stores are spread
  /// evenly; the number of partitions: each window uses one partition only; 0: nothing was stored.
  double factor() {
    close_window();
    return mean_ == 0 ? 0 : busiest_ / mean_;
  }

 private:
  void close_window();

  Device device_;
  std::vector<std::int64_t> sectors_;  // by partition, in the open window
  int blocks_ = 0;                     // in the open window
  double busiest_ = 0;
  double mean_ = 0;
};

}  // namespace simt::memory

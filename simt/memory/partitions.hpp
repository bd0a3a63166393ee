// Partition camping: DRAM is interleaved over partitions in chunks, and blocks that run at the same time may all
// write to one partition while the others are idle (Conrad 2010, on NVIDIA's GTX 280).
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/device.hpp"

namespace simt::memory {

/// Counts stored sectors per partition, in windows of blocks that start one after the other. Blocks that stay for long
/// store step by step: what all of a window store first, `step` sectors of each, is compared by itself, and so on.
class PartitionCamping {
 public:
  explicit PartitionCamping(const Device& device) : device_(device), sectors_(device.partitions) {}

  /// As much as a tile of 128 × 128 bytes: a block of one tile is one step.
  static constexpr std::int64_t step = 512;

  /// Closes the window: blocks of different launches do not run at the same time.
  void begin_launch() { close_window(); }
  /// The blocks that begin from now on run together.
  void begin_window() { close_window(); }

  void begin_block() {
    if (blocks_ == device_.blocks_in_flight) close_window();
    ++blocks_;
    stored_ = 0;
  }

  /// Sectors that the running block has stored: kept while it makes room for another one.
  std::int64_t stored() const { return stored_; }
  void resume_block(std::int64_t stored) { stored_ = stored; }

  void store_sector(std::uint64_t address) {
    const auto first = static_cast<std::size_t>(stored_++ / step) * static_cast<unsigned>(device_.partitions);
    if (first >= sectors_.size()) sectors_.resize(first + static_cast<unsigned>(device_.partitions));
    ++sectors_[first + (address / device_.partition_bytes) % static_cast<unsigned>(device_.partitions)];
  }

  /// Sectors stored since the window was opened, by partition; those of later steps follow.
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
  std::vector<std::int64_t> sectors_;  // by step and partition, in the open window
  std::int64_t stored_ = 0;            // by the running block
  int blocks_ = 0;                     // in the open window
  double busiest_ = 0;
  double mean_ = 0;
};

}  // namespace simt::memory

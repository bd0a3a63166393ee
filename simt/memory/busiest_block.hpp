// How much of what a kernel moves one of its blocks moves: where it is much, one multiprocessor works for all.
#pragma once

#include <algorithm>
#include <cstdint>

namespace simt::memory {

/// What is counted of a block, kept while it waits for others.
struct BlockTraffic {
  std::int64_t moved = 0;   ///< sectors, in and out
  std::int64_t stored = 0;  ///< those of stores
};

class BusiestBlock {
 public:
  void begin_launch() { close_launch(); }
  void begin_block() {
    busiest_ = std::max(busiest_, block_);
    block_ = 0;
  }
  /// Sectors of the running block so far: kept while it makes room for another one.
  std::int64_t moved() const { return block_; }
  void resume_block(std::int64_t moved) {
    begin_block();
    block_ = moved;
  }
  void move(std::int64_t sectors) {
    block_ += sectors;
    all_ += sectors;
  }

  /// The share of all sectors that the busiest block of each launch moves; 0 where nothing was moved.
  double share() {
    close_launch();
    return all_ == 0 ? 0 : static_cast<double>(of_launches_) / static_cast<double>(all_);
  }

 private:
  void close_launch() {
    begin_block();
    of_launches_ += busiest_;
    busiest_ = 0;
  }

  std::int64_t block_ = 0;        // of the running block
  std::int64_t busiest_ = 0;      // of the launch's blocks before it
  std::int64_t of_launches_ = 0;  // of the busiest of each launch
  std::int64_t all_ = 0;
};

}  // namespace simt::memory

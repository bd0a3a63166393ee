// The blocks of a launch that have begun and wait for other blocks: what each of them needs to go on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "simt/core/threads/block.hpp"
#include "simt/core/threads/schedule.hpp"
#include "simt/include/simt/thread.h"
#include "simt/memory/busiest_block.hpp"
#include "simt/memory/occupancy.hpp"
#include "simt/memory/order.hpp"
#include "simt/memory/shared_races.hpp"

namespace simt::core {

/// A block that does not run.
struct SuspendedBlock {
  Indices index{};
  Threads threads;
  std::vector<std::byte> shared;  ///< its static and dynamic shared memory
  memory::BlockTraffic traffic;
  std::unique_ptr<memory::SharedRaces> races;
  std::unique_ptr<memory::BlockOrder> order;
};

/// Which block is to run next. A block runs until it ends or waits; then those that wait get their turn before a new
/// one begins, so that few are under way at a time. A schedule with a seed mixes the blocks of a batch, and begins the
/// next batch only after the whole of it: where a batch can be resident, a block may wait for a block with a lower
/// number.
class Grid {
 public:
  static constexpr std::uint64_t all_blocks = ~std::uint64_t{0};  ///< as a batch

  /// `batch` is at least 1.
  Grid(const Indices& size, std::uint64_t resident_limit, std::uint64_t batch, Schedule& schedule)
      : size_(size),
        blocks_(std::uint64_t{size.x} * size.y * size.z),
        resident_limit_(resident_limit),
        batch_size_(std::min(batch, blocks_)),
        schedule_(schedule) {}

  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t resident_limit() const { return resident_limit_; }
  std::uint64_t begun() const { return started_; }
  /// While a block runs: those that have begun and neither run nor wait.
  std::uint64_t ended() const { return started_ - waiting_.size() - 1; }
  /// Blocks turned out to need more than was known when the launch began.
  void set_resident_limit(std::uint64_t limit) { resident_limit_ = limit; }
  bool is_over() const { return waiting_.empty() && started_ == blocks_; }
  bool may_begin() const { return started_ < blocks_ && waiting_.size() < resident_limit_; }
  bool has_waiting() const { return !waiting_.empty(); }
  /// The next turn is a new block's. `has_ended`: the turn before ended one, for which others may have waited.
  bool is_to_begin(bool has_ended);

  /// The block that runs may be interrupted by others: in a schedule with a seed, as long as few are under way.
  bool may_interrupt() const {
    return !schedule_.is_in_order() && waiting_.size() < most_interrupted && (has_waiting() || may_begin());
  }

  /// The next block's index.
  Indices begin();
  void suspend(SuspendedBlock block) { waiting_.push_back(std::move(block)); }
  SuspendedBlock resume();

  /// A block waited, and nothing that matters had happened before (`activity` counts what does). True when all that
  /// can be resident have waited so often that a deadlock is certain.
  bool is_deadlocked(std::uint64_t activity);
  /// The run is about to be stopped anyway: are all blocks that can be resident waiting while others cannot begin, or
  /// has nothing that matters happened for several turns of each? Then this is what keeps the launch from its end.
  bool is_likely_deadlocked() const;
  /// Half-way there: time to look more closely.
  bool is_suspicious() const { return idle_turns_ > turns_to_lose() / 2; }

 private:
  static constexpr std::uint64_t turns_per_block = 128;
  static constexpr std::size_t most_interrupted = 4;
  std::uint64_t next_number();
  static constexpr std::uint64_t turns_per_block_at_the_end = 16;
  std::uint64_t turns_to_lose() const { return turns_per_block * (waiting_.size() + 1); }

  Indices size_;
  std::uint64_t blocks_;
  std::uint64_t resident_limit_;
  std::uint64_t batch_size_;
  Schedule& schedule_;
  std::vector<std::uint64_t> batch_;  // numbers that have not begun, in a schedule that is not in order
  std::uint64_t started_ = 0;
  std::deque<SuspendedBlock> waiting_;
  std::uint64_t activity_ = 0;
  std::uint64_t idle_turns_ = 0;
  std::uint64_t turns_since_begin_ = 0;
};

/// How many blocks the device holds at a time.
std::uint64_t blocks_on_device(const memory::LaunchShape& shape, const memory::Device& device);

}  // namespace simt::core

// The blocks of a launch that have begun and wait for other blocks: what each of them needs to go on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
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
/// one begins, so that few are under way at a time. Where the order is not that of their numbers, blocks begin in
/// batches, the next one only after the whole of the one before: where a batch can be resident, a block may wait for a
/// block with a lower number.
class Grid {
 public:
  static constexpr std::uint64_t all_blocks = ~std::uint64_t{0};  ///< as a batch: any block may begin first

  /// `batch` is at least 1: as many blocks are mixed. They are turned around as many as can be resident.
  Grid(const Indices& size, std::uint64_t resident_limit, std::uint64_t batch, Schedule& schedule)
      : size_(size),
        blocks_(std::uint64_t{size.x} * size.y * size.z),
        resident_limit_(resident_limit),
        mixed_at_a_time_(std::min(batch, blocks_)),
        begins_any_(batch == all_blocks),
        schedule_(schedule) {}

  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t resident_limit() const { return resident_limit_; }
  std::uint64_t begun() const { return started_; }
  /// While a block runs: those that have begun and neither run nor wait.
  std::uint64_t ended() const { return started_ - waiting_.size() - 1; }
  /// Blocks turned out to need more than was known when the launch began.
  void set_resident_limit(std::uint64_t limit) {
    if (limit < resident_limit_) give_back_batch();
    resident_limit_ = limit;
  }
  bool is_over() const { return waiting_.empty() && started_ == blocks_; }
  bool may_begin() const { return started_ < blocks_ && waiting_.size() < resident_limit_; }
  bool has_waiting() const { return !waiting_.empty(); }
  /// The next turn is a new block's. `has_ended`: the turn before ended one, for which others may have waited.
  bool is_to_begin(bool has_ended);

  /// The block that runs may be interrupted by others: in a mixed schedule, as long as few are under way.
  bool may_interrupt() const {
    return schedule_.is_mixed() && waiting_.size() < most_interrupted && (has_waiting() || may_begin());
  }

  /// The next block's index.
  Indices begin();
  void suspend(SuspendedBlock block);
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
  // Of blocks that are turned around: when so many wait, the next batches are smaller. Each waiting thread has a stack.
  static constexpr std::size_t most_waiting_in_large_batches = 64;
  // Where blocks are mixed: when so many wait, another one begins after so many turns, on average.
  static constexpr std::size_t many_waiting = 32;
  static constexpr std::uint64_t turns_before_another = 8;
  static constexpr std::size_t most_compared = 256;  // waiting blocks, for the lowest one
  std::size_t next_waiting();
  std::uint64_t next_number();
  void begin_batch();
  void give_back_batch();
  static constexpr std::uint64_t turns_per_block_at_the_end = 16;
  std::uint64_t turns_to_lose() const { return turns_per_block * (waiting_.size() + 1); }

  Indices size_;
  std::uint64_t blocks_;
  std::uint64_t resident_limit_;
  std::uint64_t mixed_at_a_time_;
  bool begins_any_;
  Schedule& schedule_;
  // Where the order is not that of the numbers: those that are next, the first one last. Of the others, all those below
  // `next_` have begun, and `begun_early_`.
  std::vector<std::uint64_t> batch_;
  std::uint64_t next_ = 0;
  std::set<std::uint64_t> begun_early_;
  bool is_running_anew_ = false;  // the block that runs was suspended before
  std::uint64_t started_ = 0;
  std::deque<SuspendedBlock> waiting_;
  std::uint64_t activity_ = 0;
  std::uint64_t idle_turns_ = 0;
  std::uint64_t turns_since_begin_ = 0;
};

/// How many blocks the device holds at a time.
std::uint64_t blocks_on_device(const memory::LaunchShape& shape, const memory::Device& device);

}  // namespace simt::core

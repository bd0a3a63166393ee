// Which accesses of a grid's threads are ordered: by barriers, or by fences around atomic or volatile ("strong")
// accesses, where one thread loads a value that another thread stored (PTX ISA, "Memory Consistency Model": release and
// acquire patterns, causality order). It does not know which data were accessed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/memory/missing.hpp"
#include "simt/memory/vector_clock.hpp"
#include "simt/memory/warp_clocks.hpp"

namespace simt::memory {

/// The threads for which a fence or a strong access has its effect.
enum class Scope : std::uint8_t { block, device };
inline constexpr int scopes = 2;

/// The time and the thread of an access. Times count up over all blocks of a launch.
struct AccessTime {
  std::uint32_t block = 0;   ///< linear number in the grid
  std::uint32_t thread = 0;  ///< linear number in the block
  std::uint32_t time = 0;
  std::uint32_t clock = 0;  ///< the thread's clock in WarpClocks
};

/// A word of memory. `block` is needed because shared memory has the same addresses in every block.
struct Word {
  std::uint64_t number = 0;
  std::uint32_t block = 0;  ///< shared memory: the block, counted from 1; global memory: 0

  bool operator==(const Word&) const = default;
};

using KnownClock = std::shared_ptr<const VectorClock>;

/// What is ordered before a thread beyond what is ordered before its block, and what other threads may learn from it.
struct ThreadOrder {
  struct Seen {
    Word word;
    bool is_update = false;
    bool is_pending = true;  ///< no fence followed it
  };
  KnownClock known;
  std::array<KnownClock, scopes> released;  ///< by scope: what was ordered before its last fence
  std::vector<Seen> seen;                   ///< words it loaded by strong accesses
};

/// The same for a block since its last barrier.
class BlockOrder {
 public:
  explicit BlockOrder(std::uint32_t number) : number_(number) {}

 private:
  friend class Order;
  std::uint32_t number_;
  std::uint32_t barrier_time_ = 0;
  ThreadOrder all_;                               // valid for every thread of the block
  std::map<std::uint32_t, ThreadOrder> threads_;  // threads with more than plain accesses, by number
};

class Order {
 public:
  void begin_launch();

  /// From now on `block` runs, and `clocks` are the clocks of its threads. Both must stay valid until the next call.
  void begin_turn(BlockOrder& block, const WarpClocks& clocks);
  /// From now on this thread of the block runs.
  void set_thread(std::uint32_t thread);

  /// The lanes of `mask` in this warp of the running block met at a barrier.
  void warp_barrier(int warp, std::uint32_t mask);
  /// All threads of the running block met at a barrier.
  void block_barrier();
  /// All blocks arrived at a barrier of the grid. Returns the time, for leave_grid_barrier() of each block.
  std::uint32_t grid_barrier() { return tick(); }
  void leave_grid_barrier(std::uint32_t time);

  // Operations of the running thread.
  void fence(Scope scope) { acquire(scope), release(scope); }
  void acquire(Scope scope);
  void release(Scope scope);
  void strong_load(const Word& word, bool is_update);
  void strong_store(const Word& word, bool is_update);

  AccessTime now() const { return {block_->number_, thread_, time_, clock_}; }
  std::uint32_t lane() const { return thread_ % warp_lanes; }
  /// Changes whenever now() changes, apart from the lane; may change more often.
  std::uint64_t interval() const { return interval_; }
  /// Whether `earlier`, a moment of this launch, is ordered before the next access of the running thread.
  bool is_ordered(const AccessTime& earlier) const;
  /// Why it did not.
  Missing missing(const AccessTime& earlier) const;

 private:
  struct Hash {
    std::size_t operator()(const Word& word) const { return word.number * 0x9e3779b97f4a7c15U ^ word.block; }
  };
  struct Write {
    Word word;
    std::uint32_t time = 0;
    std::uint32_t thread = 0;
    std::uint32_t barrier_time = 0;    // of the last barrier of its block before the write
    WarpClocks::Clocks known_lanes{};  // of the writer's warp
    bool is_behind(const AccessTime& earlier) const;
  };
  using Clock = std::shared_ptr<VectorClock>;

  std::uint32_t tick();
  ThreadOrder& thread_order();
  Clock make(const VectorClock& clock);
  void join(KnownClock& into, const KnownClock& from);
  void join_own(KnownClock& into, const KnownClock& from);
  void learn(KnownClock& into, const Word& word, Scope scope);
  void publish(const Word& word, const KnownClock& released, bool is_update);
  void note_seen(ThreadOrder& order, const ThreadOrder::Seen& seen, std::size_t most);
  void meet(ThreadOrder& all, const ThreadOrder& one, std::size_t most_seen);
  bool has_seen(const Word& word) const;

  BlockOrder* block_ = nullptr;
  const WarpClocks* clocks_ = nullptr;
  ThreadOrder* self_ = nullptr;  // of the running thread; null if it has none
  std::uint32_t thread_ = 0;
  std::uint32_t clock_ = 0;
  std::uint32_t time_ = 1;
  std::uint64_t interval_ = 1;
  bool is_given_up_ = false;  // clocks took too much memory: everything counts as ordered
  std::shared_ptr<std::size_t> clock_entries_ = std::make_shared<std::size_t>(0);
  std::unordered_map<Word, Clock, Hash> released_;  // by word: what is ordered before its last writers' release fences
  std::unordered_map<std::uint32_t, Write> last_writes_;  // by block: its last strong store
};

}  // namespace simt::memory

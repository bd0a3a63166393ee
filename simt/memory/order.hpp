// Which accesses of a grid's threads are ordered: by barriers, and by fences on both sides of an atomic or volatile
// ("strong") access through which one thread sees what another wrote. PTX ISA, "Memory Consistency Model": release and
// acquire patterns, causality order. Knows nothing of what was accessed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/memory/vector_clock.hpp"
#include "simt/memory/warp_clocks.hpp"

namespace simt::memory {

/// For whom a fence, or a strong access, counts.
enum class Scope : std::uint8_t { block, device };
inline constexpr int scopes = 2;

/// What lacks where two accesses are not ordered.
enum class Lack : std::uint8_t {
  barrier,         ///< of their block, or of their warp
  order,           ///< between blocks: nothing at all
  told_too_early,  ///< the later one's block saw what another thread of the earlier one's wrote, with no barrier before
  release_fence,   ///< the later one's block saw what the earlier one's wrote, which no fence had come before
  acquire_fence,   ///< the same, with that fence, but with none after it was seen
  scope,           ///< both are strong, but one of them only among the threads of its own block
};

/// When something was done, and by whom. Times count up over all blocks of a launch.
struct Moment {
  std::uint32_t block = 0;   ///< linear number in the grid
  std::uint32_t thread = 0;  ///< linear number in the block
  std::uint32_t time = 0;
  std::uint32_t clock = 0;  ///< of the thread, by WarpClocks
};

/// A word of memory. Shared memory has the same addresses in every block.
struct Word {
  std::uint64_t number = 0;
  std::uint32_t block = 0;  ///< whose it is, counted from 1; 0: everybody's

  bool operator==(const Word&) const = default;
};

using KnownClock = std::shared_ptr<const VectorClock>;

/// What a thread knows beyond its block, and what others may learn from it.
struct ThreadOrder {
  struct Seen {
    Word word;
    bool is_update = false;
    bool is_pending = true;  ///< no fence has come after it
  };
  KnownClock known;
  std::array<KnownClock, scopes> released;  ///< what its last fences of a scope had before them
  std::vector<Seen> seen;                   ///< words it read by strong accesses
};

/// The same of a block since its last barrier.
class BlockOrder {
 public:
  explicit BlockOrder(std::uint32_t number) : number_(number) {}

 private:
  friend class Order;
  std::uint32_t number_;
  std::uint32_t barrier_time_ = 0;
  ThreadOrder all_;                               // what holds for every thread
  std::map<std::uint32_t, ThreadOrder> threads_;  // those that did more than plain accesses, by number
};

class Order {
 public:
  void begin_launch();

  /// `block` runs from now on; `clocks` are those of its threads. Both must outlive its turn.
  void begin_turn(BlockOrder& block, const WarpClocks& clocks);
  /// One of its threads runs from now on.
  void set_thread(std::uint32_t thread);

  /// Lanes of the block that runs have met.
  void warp_barrier(int warp, std::uint32_t mask);
  /// All threads of the block that runs have met.
  void block_barrier();
  /// All blocks have arrived at a barrier of the whole grid. Returns the time, for those who go on.
  std::uint32_t grid_barrier() { return tick(); }
  void leave_grid_barrier(std::uint32_t time);

  // By the thread that runs.
  void fence(Scope scope) { acquire(scope), release(scope); }
  void acquire(Scope scope);
  void release(Scope scope);
  void strong_load(const Word& word, bool is_update);
  void strong_store(const Word& word, bool is_update);

  Moment now() const { return {block_->number_, thread_, time_, clock_}; }
  std::uint32_t lane() const { return thread_ % warp_lanes; }
  /// Changes at least whenever now() does, but for the lane.
  std::uint64_t interval() const { return interval_; }
  /// Whether `earlier`, of this launch, happened before whatever the thread does now.
  bool is_ordered(const Moment& earlier) const;
  /// Why it did not.
  Lack lack(const Moment& earlier) const;

 private:
  struct Hash {
    std::size_t operator()(const Word& word) const { return word.number * 0x9e3779b97f4a7c15U ^ word.block; }
  };
  struct Write {
    Word word;
    std::uint32_t time = 0;
    std::uint32_t thread = 0;
    std::uint32_t barrier_time = 0;    // of its block's last barrier before
    WarpClocks::Clocks known_lanes{};  // of its warp
    bool is_behind(const Moment& earlier) const;
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
  ThreadOrder* self_ = nullptr;  // of the thread that runs, if it has one
  std::uint32_t thread_ = 0;
  std::uint32_t clock_ = 0;
  std::uint32_t time_ = 1;
  std::uint64_t interval_ = 1;
  bool is_given_up_ = false;  // clocks took too much memory: everything is ordered
  std::shared_ptr<std::size_t> clock_entries_ = std::make_shared<std::size_t>(0);
  std::unordered_map<Word, Clock, Hash> released_;        // by word: what its last writers let others know
  std::unordered_map<std::uint32_t, Write> last_writes_;  // by block: its last strong store
};

}  // namespace simt::memory

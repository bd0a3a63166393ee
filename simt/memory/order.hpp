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

/// What the release fences before the stores to a word make known. An atomic update adds to it; any other store begins
/// a new one, and a thread that read the word before keeps the old one.
struct Published {
  std::shared_ptr<VectorClock> clock;
};

/// The last strong store to a word.
struct Writer {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t time = 0;
  std::uint32_t barrier_time = 0;  ///< of the last barrier of its block before the store
  std::uint32_t sequence = 0;      ///< number among the strong accesses of the launch; 0: no store yet
};

/// What is ordered before a thread beyond what is ordered before its block, and what other threads may learn from it.
struct ThreadOrder {
  struct Seen {
    Word word;
    bool is_update = false;
    bool is_pending = true;                           ///< no fence followed it
    std::shared_ptr<const Published> published, own;  ///< at the load: for the device, for the block only; may be null
    Writer writer;                                    ///< whose store it read
    std::uint32_t sequence = 0;                       ///< of the load, as in Writer
    bool is_fenced = false;  ///< a fence followed it, or it was an update and a barrier followed
  };
  KnownClock known;
  std::array<KnownClock, scopes> released;  ///< by scope: what was ordered before its last fence
  std::vector<Seen> seen;                   ///< words it loaded by strong accesses
  bool is_about_to_publish = false;         ///< a release fence, and no strong store since
};

/// The same for a block since its last barrier.
class BlockOrder {
 public:
  /// `start`: the time at which the block began.
  explicit BlockOrder(std::uint32_t number, std::uint32_t start = 0) : number_(number), barrier_time_(start) {}

 private:
  friend class Order;
  std::uint32_t number_;
  std::uint32_t barrier_time_;
  ThreadOrder all_;                               // valid for every thread of the block
  std::map<std::uint32_t, ThreadOrder> threads_;  // threads with more than plain accesses, by number
};

class Order {
 public:
  void begin_launch();
  /// A block begins: the time from which its accesses count, later than all before.
  std::uint32_t begin_block() { return tick(); }

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
  /// At a barrier in memory: what the thread has released becomes known to those who read `word`.
  void arrive(const Word& word);

  AccessTime now() const { return {block_->number_, thread_, time_, clock_}; }
  std::uint32_t time() const { return time_; }
  std::uint32_t block() const { return block_->number_; }
  std::uint32_t thread() const { return thread_; }
  std::uint32_t clock() const { return clock_; }
  /// Of the running block's last barrier, or of its begin: its earlier accesses are ordered before the later ones.
  std::uint32_t barrier_time() const { return barrier_time_; }
  /// How many strong accesses there were in this launch.
  std::uint32_t sequence() const { return sequence_; }
  std::uint32_t lane() const { return thread_ % warp_lanes; }
  /// Changes whenever now() changes, apart from the lane; may change more often.
  std::uint64_t interval() const { return interval_; }
  /// Whether `earlier`, a moment of this launch, is ordered before the next access of the running thread.
  bool is_ordered(const AccessTime& earlier) const {
    const bool is_same_warp = earlier.thread / warp_lanes == thread_ / warp_lanes;
    if (earlier.block == block_->number_) {
      if (earlier.thread == thread_ || earlier.time < block_->barrier_time_) return true;
      if (is_same_warp && clocks_->knows(thread_, earlier.thread % warp_lanes, earlier.clock)) return true;
    }
    // Most kernels have barriers alone.
    const bool has_fences = block_->all_.known || (self_ != nullptr && self_->known);
    return (has_fences && is_known(earlier)) || is_given_up_;
  }
  /// What would have to be there for that. `word` is the one that both access.
  Missing missing(const AccessTime& earlier, const Word& word) const;
  /// Whether the strong store number `sequence` to `word` is ordered before the next access of the running thread,
  /// because the thread read that word later, with a fence after it (PTX ISA: observation and causality order).
  bool has_observed(const Word& word, std::uint32_t sequence) const;
  /// Whether the running thread has updated `word` atomically after its strong store number `sequence`: the updates of
  /// one word have an order, and what the thread stores there comes after its own update.
  bool has_updated(const Word& word, std::uint32_t sequence) const;
  /// Whether the running thread has read, in a word other than `word`, a strong store that follows `earlier` with no
  /// release fence in between, and has not read `word` itself. `sequence` is that of `earlier`, a strong access.
  bool lacks_release(const AccessTime& earlier, std::uint32_t sequence, const Word& word) const;
  /// Whether `earlier` and the next access of the running thread race if one of them is a volatile load of data. Not
  /// within a warp, where lanes may run in step; nor where only an acquire fence is missing, or the running thread has
  /// read `word` before: then it may be a flag.
  bool are_unordered_data(const AccessTime& earlier, const Word& word) const;

 private:
  struct Hash {
    std::size_t operator()(const Word& word) const { return word.number * 0x9e3779b97f4a7c15U ^ word.block; }
  };
  struct Write {
    Word word;
    Writer writer;
    WarpClocks::Clocks known_lanes{};  // of the writer's warp
  };
  using Clock = std::shared_ptr<VectorClock>;

  std::uint32_t tick();
  bool is_known(const AccessTime& earlier) const;  // by fences
  ThreadOrder& thread_order();
  Clock make(const VectorClock& clock);
  void join(KnownClock& into, const KnownClock& from);
  void join_own(KnownClock& into, const KnownClock& from);
  void learn(KnownClock& into, const ThreadOrder::Seen& seen, Scope scope);
  ThreadOrder::Seen seen_now(const Word& word, bool is_update) const;
  void publish(const Word& word, const KnownClock& released, bool is_update);
  void publish_released(const Word& word, bool is_update);
  void note_seen(ThreadOrder& order, const ThreadOrder::Seen& seen, std::size_t most);
  void meet(ThreadOrder& all, const ThreadOrder& one, std::size_t most_seen);
  template <class Call>
  void for_each_seen(const Call& call) const;
  template <class Call>
  void for_each_seen_write(std::uint32_t block, const Call& call) const;
  bool is_behind(const Writer& writer, const AccessTime& earlier) const;
  bool has_read(const Word& word) const;

  BlockOrder* block_ = nullptr;
  const WarpClocks* clocks_ = nullptr;
  ThreadOrder* self_ = nullptr;  // of the running thread; null if it has none
  std::uint32_t thread_ = 0;
  std::uint32_t clock_ = 0;
  std::uint32_t time_ = 1;
  std::uint32_t barrier_time_ = 0;
  std::uint32_t sequence_ = 0;
  std::uint64_t interval_ = 1;
  bool is_given_up_ = false;  // clocks took too much memory: everything counts as ordered
  std::shared_ptr<std::size_t> clock_entries_ = std::make_shared<std::size_t>(0);
  std::unordered_map<Word, std::shared_ptr<Published>, Hash> released_;  // by word
  std::unordered_map<Word, Writer, Hash> writers_;                       // by word: of its last strong store
  std::unordered_map<std::uint32_t, Write> last_writes_;                 // by block: its last strong store
};

}  // namespace simt::memory

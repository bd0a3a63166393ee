// Runs the threads of one block after another, each until it meets a barrier or ends: in order of their numbers, or as
// a schedule says.
// Knows barriers; knows nothing of memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "simt/core/threads/fibers.hpp"
#include "simt/core/threads/rounds.hpp"
#include "simt/core/threads/schedule.hpp"
#include "simt/include/simt/thread.h"

namespace simt::core {

enum class ThreadState : std::uint8_t {
  unstarted,
  ready,          ///< or running
  paused,         ///< until the warp's other lanes have caught up
  yielded,        ///< lets other threads go on, which may write what it polls
  at_activemask,  ///< until the lanes that may reach the same place have reached it
  at_warp_barrier,
  at_block_barrier,
  exited,
  stopped,  ///< by a mistake: it never goes on, and barriers wait for it
};
inline constexpr std::size_t thread_states = 9;

/// For each state those of a warp's lanes that are in it, as bits.
class LanesByState {
 public:
  std::uint32_t& operator[](ThreadState state) { return lanes_[static_cast<std::size_t>(state)]; }
  std::uint32_t operator[](ThreadState state) const { return lanes_[static_cast<std::size_t>(state)]; }
  /// Those that have not ended and may go on.
  std::uint32_t under_way() const;
  /// They are in some state before, and in this one then.
  void move(std::uint32_t lanes, ThreadState to) {
    for (std::uint32_t& of_state : lanes_) of_state &= ~lanes;
    (*this)[to] |= lanes;
  }

 private:
  std::array<std::uint32_t, thread_states> lanes_{};
};

/// Why lanes wait at a warp barrier; only lanes with the same purpose meet. The last four are those of Shuffle
/// (include/simt/warp_functions.h): CUDA has lanes meet in one and the same function.
enum class Meeting : std::uint8_t { memory, exchange, from_lane, from_lower, from_higher, from_other };

/// Barriers that branches may skip or loops repeat, as bits: since the last time that all met, those that the thread
/// went around or left the loop of, and those that it came to; and those that it has come to since it last was where
/// the ways around them end.
struct WaysAround {
  std::uint64_t skipped = 0, reached = 0, taken = 0;

  void reach(std::uint64_t barriers) {
    reached |= barriers;
    taken |= barriers;
  }
  void pass(std::uint64_t barriers) {
    skipped |= barriers & ~taken;
    taken &= ~barriers;
  }
  void leave_loop(std::uint64_t barriers) {
    skipped |= barriers;
    taken &= ~barriers;
  }
  void meet() { skipped = reached = 0; }
};

struct Thread {
  Indices index{};
  Meeting meeting = Meeting::memory;
  std::uint8_t looks = 0;                    ///< next place in the ring of recently read words
  std::array<std::uint32_t, 3> looked_at{};  ///< their addresses, the low bits
  std::uintptr_t last_look = 0;              ///< the whole address of the last one
  std::uint32_t mask = 0;  ///< the lanes it waits for at a warp barrier; then, and at __activemask(), those that came
  std::uint64_t offered = 0;             ///< its value for the others at an exchange,
  std::uint64_t received = 0;            ///< and the same once all have come: they may read it until they stop again
  std::uint64_t exchange = 0;            ///< number of the last one
  std::uint32_t offered_undefined = 0;   ///< number of the undefined value that `offered` is made of, or 0,
  std::uint32_t received_undefined = 0;  ///< and of that which `received` is made of
  std::uintptr_t barrier_pc = 0;         ///< where it waits
  std::uintptr_t deepest = ~std::uintptr_t{0};  ///< end of its stack, where that was longest when it let others go on
  WaysAround block_barriers, meetings;          ///< meetings of lanes: barriers of a warp, shuffles, votes
  Fiber* fiber = nullptr;                       ///< where it goes on; null while it runs for the first time
  Round* round = nullptr;                       ///< of a loop, that it is in; a root when it has ended
};

/// The threads of a block. What is not in `lanes` holds for those that have started.
struct Threads {
  std::vector<Thread> all;
  std::vector<LanesByState> warps;
};

/// Two threads of a block that wait for each other at different barriers.
struct Divergence {
  const Thread* waiting = nullptr;
  const Thread* other = nullptr;
  bool has_ended = false;   ///< the other, which went around the barrier
  bool is_of_warp = false;  ///< and what it went around was a meeting of lanes
};

/// Why a block no longer runs.
struct Outcome {
  enum class Kind : std::uint8_t {
    ended,
    killed,
    diverged,
    waits,  ///< its threads poll memory that only another block could write; or it makes way for other blocks
    stuck,  ///< its threads wait for one that a mistake stopped
  };
  Kind kind = Kind::ended;
  Divergence divergence;
};

/// What a block reports to its owner, in the order in which it happens.
class BlockEvents {
 public:
  virtual ~BlockEvents() = default;
  virtual Round* first_round() = 0;                ///< of the warp, all of whose lanes start
  virtual void run_thread() = 0;                   ///< the kernel, for the current thread
  virtual void thread_goes_on(const Thread&) = 0;  ///< starts, or comes back from a barrier
  virtual void lanes_met() = 0;                    ///< no lane of the warp can go on without the others
  /// The same, except that these lanes, which yielded, may go on.
  virtual void lanes_yielded(std::uint32_t yielded) = 0;
  /// The lanes met, but these have paused because they were ahead of others. Returns those that may go on.
  virtual std::uint32_t paused_lanes_met(std::uint32_t paused) = 0;
  virtual void warp_barrier(int warp, std::uint32_t mask) = 0;  ///< of memory, not of an exchange
  virtual void block_barrier() = 0;
};

class Block {
 public:
  Block(BlockEvents& events, Schedule& schedule);

  /// All blocks from now on have this shape.
  void set_shape(const Indices& dimensions);

  /// A new block: no thread has started.
  void begin();

  /// Runs the threads until the block has ended, or cannot go on by itself. If it `may_make_way`, other blocks may go
  /// on where its threads let others go on: what one of them does in between could happen on a GPU as well.
  Outcome run(bool may_make_way);

  /// Puts another block in this one's place, when neither runs. No threads: one that has not begun.
  void exchange(Threads& threads);

  /// Memory that other threads may poll has changed: a waiting thread may make progress.
  void note_change() { ++changes_, ++activity_; }
  /// A thread did something other than waiting.
  void note_activity() { ++activity_; }
  std::uint64_t activity() const { return activity_; }

  /// From the host, when threads have not ended: forget them.
  void abandon();
  /// From the host: frees memory that was needed for many threads at a time.
  void trim() { fibers_.trim(); }
  /// After Outcome::waits: the first of the waiting threads.
  const Thread& first_waiting() const;

  // For the thread that runs.
  const Thread& current() const { return threads_.all[current_]; }
  /// Meets the lanes of `mask`, and offers them a value. Returns the lanes that came: those that have not exited.
  std::uint32_t exchange_with_lanes(std::uint32_t mask, std::uint64_t value, Meeting purpose, std::uintptr_t pc);
  /// Lanes of the running thread's warp that have not ended.
  std::uint32_t lanes_under_way() const { return threads_.warps[current_ / warp_lanes].under_way(); }
  /// The number of the exchange that the running thread took part in last.
  std::uint64_t last_exchange() const { return threads_.all[current_].exchange; }
  /// What the running thread is to offer next is made of an undefined value.
  void offer_undefined(std::uint32_t number) { threads_.all[current_].offered_undefined = number; }
  /// The number of the undefined value that this lane has offered, or 0.
  std::uint32_t undefined_from(std::uint32_t lane) const {
    return threads_.all[current_ / warp_lanes * warp_lanes + lane].received_undefined;
  }
  std::uint64_t received_from(std::uint32_t lane) const {
    return threads_.all[current_ / warp_lanes * warp_lanes + lane].received;
  }
  std::uint32_t current_number() const { return current_; }
  /// Meets all threads that have not exited. Returns how many of them offered something other than 0, and above
  /// that, in the upper half, how many they are.
  std::uint64_t wait_for_block(std::uint64_t offered, std::uintptr_t pc);
  void wait_for_lanes(std::uint32_t mask, std::uintptr_t pc);
  /// Returns the lanes that came to `pc` together with this one.
  std::uint32_t wait_for_convergence(std::uintptr_t pc);
  void pause() { stop(ThreadState::paused, 0, 0); }
  void yield(std::uintptr_t pc);
  /// When the running thread yields, other blocks are to go on before it.
  void make_way() { is_to_make_way_ = true; }
  /// The thread reads `address`; a read of an address that is not among its recent ones is no waiting.
  void note_look(std::uintptr_t address);
  [[noreturn]] void kill();
  /// The thread never goes on; the others of the block do as far as they do not wait for it.
  [[noreturn]] void stop_thread();
  /// Of the thread that runs: of barriers of the block, and of meetings of lanes.
  WaysAround& ways_around_barriers() { return threads_.all[current_].block_barriers; }
  WaysAround& ways_around_meetings() { return threads_.all[current_].meetings; }

  const Fibers& fibers() const { return fibers_; }
  const Thread& thread(std::uint32_t number) const { return threads_.all[number]; }
  template <class Visit>
  void each_lane_under_way(std::uint32_t warp, Visit visit) const {
    for (std::uint32_t lanes = threads_.warps[warp].under_way(); lanes != 0; lanes &= lanes - 1) {
      visit(threads_.all[warp * warp_lanes + std::countr_zero(lanes)]);
    }
  }

 private:
  static constexpr std::uint32_t warp_lanes = 32;
  // Before another warp's turn, and before another block's.
  static constexpr int yields_per_turn = 4;
  static constexpr int most_yields_ahead = 1 << 12;
  static constexpr std::uint64_t turns_until_ahead = 8;  // on average; never where all is in order
  static constexpr int idle_rounds_per_turn = 2;
  static constexpr int busy_rounds_per_turn = 1 << 12;          // a thread may write again and again while it waits
  static constexpr std::uint64_t rounds_before_making_way = 2;  // on average

  void fiber_body();
  void stop(ThreadState state, std::uint32_t mask, std::uintptr_t pc);
  Fiber& next_fiber();
  void run_warp(std::uint32_t warp);
  bool wake_warp(std::uint32_t warp);
  std::uint32_t wake_meetings(std::uint32_t warp, std::uint32_t waiting, std::uint32_t others);
  std::uint32_t wake_converged(std::uint32_t warp, std::uint32_t waiting);
  bool wake_block();
  bool wake_yielded();
  void wake(std::uint32_t warp, std::uint32_t lanes) { threads_.warps[warp].move(lanes, ThreadState::ready); }
  Divergence find_divergence() const;
  const Thread* find_around(const Thread& waiting) const;
  const Thread* find_around_meeting(std::uint32_t warp, const Thread& waiting) const;
  bool is_stuck() const;
  Thread& lane(std::uint32_t warp, int number) { return threads_.all[warp * warp_lanes + number]; }
  const Thread& lane(std::uint32_t warp, int number) const { return threads_.all[warp * warp_lanes + number]; }
  // A lane of the warp that runs is ready no more.
  void leave(std::uint32_t lane, ThreadState state) {
    threads_.warps[warp_][ThreadState::ready] &= ~lane;
    threads_.warps[warp_][state] |= lane;
  }

  // The lane that is next of those that are ready.
  int next_lane() const {
    const auto first = static_cast<int>(lane_order_.first);
    if (lane_order_.is_descending) return (first - std::countl_zero(std::rotl(ready_, 31 - first))) & 31;
    return (std::countr_zero(std::rotr(ready_, first)) + first) & 31;
  }

  BlockEvents& events_;
  Schedule& schedule_;
  Fibers fibers_;
  Indices shape_{};
  Threads threads_;
  std::uint32_t current_ = 0;
  std::uint32_t warp_ = 0;       // the warp that runs
  std::uint32_t ready_ = 0;      // its lanes that can go on,
  std::uint32_t unstarted_ = 0;  // and those of them that have not started
  Schedule::Circle lane_order_;
  int yields_per_turn_ = yields_per_turn;
  Round* first_round_ = nullptr;  // of the warp's lanes that start; null when none has
  std::uint64_t changes_ = 0;
  std::uint64_t activity_ = 0;
  std::uint64_t yields_ = 0;
  std::uint64_t exchanges_ = 0;
  bool is_killed_ = false;
  bool is_to_make_way_ = false;
};

}  // namespace simt::core

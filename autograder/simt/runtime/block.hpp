// Runs the threads of one block after another: each in order of its number, until it meets a barrier or ends.
// Knows barriers; knows nothing of memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/include/simt/thread.h"
#include "simt/runtime/fibers.hpp"

namespace simt::runtime {

enum class ThreadState : std::uint8_t { ready, running, paused, at_warp_barrier, at_block_barrier, exited };
inline constexpr std::size_t thread_states = 6;

struct Thread {
  Indices index{};
  ThreadState state = ThreadState::ready;
  std::uint32_t mask = 0;         ///< whom it waits for at a warp barrier
  std::uintptr_t barrier_pc = 0;  ///< where it waits
  Fiber* fiber = nullptr;         ///< where it goes on; null before it starts
};

/// Two threads of a block that wait for each other at different barriers.
struct Divergence {
  const Thread* waiting = nullptr;
  const Thread* other = nullptr;
};

/// What a block tells its owner, in the order in which it happens.
class BlockEvents {
 public:
  virtual ~BlockEvents() = default;
  virtual void run_thread() = 0;                   ///< the kernel, for the current thread
  virtual void thread_goes_on(const Thread&) = 0;  ///< starts, or comes back from a barrier
  virtual void lanes_met() = 0;                    ///< no lane of the warp can go on without the others
  virtual void warp_barrier(int warp, std::uint32_t mask) = 0;
  virtual void block_barrier() = 0;
};

class Block {
 public:
  explicit Block(BlockEvents& events);

  /// All blocks from now on have this shape.
  void set_shape(const Indices& dimensions);

  /// Runs all threads to their end. A block that cannot end is left where it is.
  Divergence run();

  /// From the host, when threads have not ended: forget them.
  void abandon() { fibers_.abandon(); }

  // For the thread that runs.
  const Thread& current() const { return threads_[current_]; }
  std::uint32_t current_number() const { return current_; }
  void wait_for_block(std::uintptr_t pc) { stop(ThreadState::at_block_barrier, ~std::uint32_t{0}, pc); }
  void wait_for_lanes(std::uint32_t mask, std::uintptr_t pc) { stop(ThreadState::at_warp_barrier, mask, pc); }
  void pause() { stop(ThreadState::paused, 0, 0); }
  [[noreturn]] void kill();

  const Fibers& fibers() const { return fibers_; }
  const Thread& thread(std::uint32_t number) const { return threads_[number]; }

 private:
  static constexpr std::uint32_t warp_lanes = 32;

  void fiber_body();
  void stop(ThreadState state, std::uint32_t mask, std::uintptr_t pc);
  Fiber& next_fiber();
  void run_warp(std::uint32_t warp);
  bool wake_warp(std::uint32_t warp);
  bool wake_block();
  Divergence find_divergence() const;
  // Lane masks of a warp, by state.
  std::array<std::uint32_t, thread_states> lanes_by_state(std::uint32_t warp) const;
  Thread& lane(std::uint32_t warp, int number) { return threads_[warp * warp_lanes + number]; }

  BlockEvents& events_;
  Fibers fibers_;
  std::vector<Thread> threads_;
  std::uint32_t current_ = 0;
  std::uint32_t warp_ = 0;   // the warp that runs
  std::uint32_t ready_ = 0;  // its lanes that can go on
  bool is_killed_ = false;
};

}  // namespace simt::runtime

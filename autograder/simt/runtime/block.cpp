#include "simt/runtime/block.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace simt::runtime {
namespace {

constexpr std::size_t index(ThreadState state) { return static_cast<std::size_t>(state); }

}  // namespace

Block::Block(BlockEvents& events) : events_(events), fibers_([this] { fiber_body(); }) {}

void Block::set_shape(const Indices& dimensions) {
  threads_.assign(static_cast<std::size_t>(dimensions.x) * dimensions.y * dimensions.z, Thread{});
  auto thread = threads_.begin();
  for (unsigned z = 0; z < dimensions.z; ++z) {
    for (unsigned y = 0; y < dimensions.y; ++y) {
      for (unsigned x = 0; x < dimensions.x; ++x) (thread++)->index = {x, y, z};
    }
  }
}

Divergence Block::run() {
  is_killed_ = false;
  for (Thread& thread : threads_) thread.state = ThreadState::ready;
  const std::uint32_t warps = (static_cast<std::uint32_t>(threads_.size()) + warp_lanes - 1) / warp_lanes;
  for (;;) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      run_warp(warp);
      if (is_killed_) return {};
    }
    if (const Divergence divergence = find_divergence(); divergence.waiting != nullptr) return divergence;
    if (!wake_block()) return {};
  }
}

// Runs the warp's lanes until none can go on without another warp.
void Block::run_warp(std::uint32_t warp) {
  warp_ = warp;
  do {
    ready_ = lanes_by_state(warp)[index(ThreadState::ready)];
    if (ready_ == 0) return;
    fibers_.switch_to(next_fiber());
    if (is_killed_) return;
    events_.lanes_met();
  } while (wake_warp(warp));
}

// Where the next ready lane goes on; the host when there is none.
Fiber& Block::next_fiber() {
  if (ready_ == 0) return fibers_.host();
  Fiber* const fiber = lane(warp_, std::countr_zero(ready_)).fiber;
  return fiber != nullptr ? *fiber : fibers_.take();
}

// Every fiber's life: it runs threads from start to end for as long as there are unstarted ones. A thread that
// stops in between keeps the fiber until it has ended.
void Block::fiber_body() {
  for (;;) {
    while (ready_ != 0 && lane(warp_, std::countr_zero(ready_)).fiber == nullptr) {
      const int number = std::countr_zero(ready_);
      ready_ &= ready_ - 1;
      current_ = warp_ * warp_lanes + number;
      threads_[current_].state = ThreadState::running;
      events_.thread_goes_on(threads_[current_]);
      events_.run_thread();
      threads_[current_].state = ThreadState::exited;
      threads_[current_].fiber = nullptr;
    }
    fibers_.give_back(fibers_.running());
    fibers_.switch_to(next_fiber());
  }
}

void Block::stop(ThreadState state, std::uint32_t mask, std::uintptr_t pc) {
  const std::uint32_t number = current_;
  Thread& thread = threads_[number];
  thread.state = state;
  thread.mask = mask;
  thread.barrier_pc = pc;
  thread.fiber = &fibers_.running();
  fibers_.switch_to(next_fiber());
  ready_ &= ready_ - 1;
  current_ = number;
  thread.state = ThreadState::running;
  events_.thread_goes_on(thread);
}

void Block::kill() {
  is_killed_ = true;
  fibers_.switch_to(fibers_.host());
  std::abort();  // nobody switches back to a killed thread
}

std::array<std::uint32_t, thread_states> Block::lanes_by_state(std::uint32_t warp) const {
  const std::size_t first = static_cast<std::size_t>(warp) * warp_lanes;
  const std::size_t count = std::min<std::size_t>(warp_lanes, threads_.size() - first);
  std::array<std::uint32_t, thread_states> lanes{};
  for (std::size_t i = 0; i < count; ++i) lanes[index(threads_[first + i].state)] |= std::uint32_t{1} << i;
  return lanes;
}

// Lets go on who waited only for lanes of the same warp. A warp barrier is complete when every lane it names
// has arrived with the same mask or has exited.
bool Block::wake_warp(std::uint32_t warp) {
  const auto lanes_in = lanes_by_state(warp);
  std::uint32_t awake = lanes_in[index(ThreadState::paused)];
  const std::uint32_t at_barrier = lanes_in[index(ThreadState::at_warp_barrier)];
  const std::uint32_t here = at_barrier | awake | lanes_in[index(ThreadState::at_block_barrier)];
  for (std::uint32_t left = at_barrier; left != 0;) {
    const std::uint32_t mask = lane(warp, std::countr_zero(left)).mask;
    std::uint32_t group = 0;
    for (std::uint32_t lanes = left; lanes != 0; lanes &= lanes - 1) {
      const int number = std::countr_zero(lanes);
      if (lane(warp, number).mask == mask) group |= std::uint32_t{1} << number;
    }
    left &= ~group;
    if ((mask & here & ~group) != 0) continue;
    events_.warp_barrier(static_cast<int>(warp), group);
    awake |= group;
  }
  for (std::uint32_t lanes = awake; lanes != 0; lanes &= lanes - 1) {
    lane(warp, std::countr_zero(lanes)).state = ThreadState::ready;
  }
  return awake != 0;
}

// Lets the threads at the block's barrier go on. False when none is left.
bool Block::wake_block() {
  bool any = false;
  for (Thread& thread : threads_) {
    if (thread.state != ThreadState::at_block_barrier) continue;
    thread.state = ThreadState::ready;
    any = true;
  }
  if (any) events_.block_barrier();
  return any;
}

// Every thread has exited or waits. Those that wait must do so at one and the same __syncthreads().
Divergence Block::find_divergence() const {
  const Thread* first = nullptr;
  for (const Thread& thread : threads_) {
    if (thread.state == ThreadState::exited) continue;
    if (first == nullptr) first = &thread;
    if (thread.state != first->state || thread.barrier_pc != first->barrier_pc) return {first, &thread};
  }
  const bool is_stuck_in_warp = first != nullptr && first->state == ThreadState::at_warp_barrier;
  return is_stuck_in_warp ? Divergence{first, first} : Divergence{};
}

}  // namespace simt::runtime

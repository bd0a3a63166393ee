#include "simt/core/threads/block.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace simt::core {
namespace {

constexpr std::size_t index(ThreadState state) { return static_cast<std::size_t>(state); }

}  // namespace

Block::Block(BlockEvents& events, Schedule& schedule)
    : events_(events), schedule_(schedule), fibers_([this] { fiber_body(); }) {}

void Block::set_shape(const Indices& dimensions) {
  shape_ = dimensions;
  threads_.assign(static_cast<std::size_t>(dimensions.x) * dimensions.y * dimensions.z, Thread{});
  auto thread = threads_.begin();
  for (unsigned z = 0; z < dimensions.z; ++z) {
    for (unsigned y = 0; y < dimensions.y; ++y) {
      for (unsigned x = 0; x < dimensions.x; ++x) (thread++)->index = {x, y, z};
    }
  }
}

void Block::exchange(std::vector<Thread>& threads) {
  threads_.swap(threads);
  if (threads_.empty()) set_shape(shape_);
}

void Block::begin() {
  is_killed_ = false;
  for (Thread& thread : threads_) {
    thread.state = ThreadState::ready;
    thread.fiber = nullptr;  // of a block that was stuck, its fibers stay where they are
    thread.round = nullptr;
    thread.skipped = thread.reached = thread.taken = 0;
  }
}

Outcome Block::run() {
  using enum Outcome::Kind;
  const std::uint32_t warps = (static_cast<std::uint32_t>(threads_.size()) + warp_lanes - 1) / warp_lanes;
  int busy_rounds = 0;
  for (int idle_rounds = 0; idle_rounds < idle_rounds_per_turn && busy_rounds < busy_rounds_per_turn;) {
    const std::uint64_t changes = changes_, yields = yields_;
    const auto first = static_cast<std::uint32_t>(schedule_.below(warps));
    for (std::uint32_t i = 0; i < warps; ++i) {
      run_warp((first + i) % warps);
      if (is_killed_) return {killed, {}};
    }
    if (changes_ != changes) idle_rounds = 0;
    if (changes_ != changes && yields_ != yields) ++busy_rounds;
    if (changes_ == changes && yields_ != yields) ++idle_rounds;
    if (wake_yielded()) continue;
    if (is_stuck()) return {stuck, {}};
    if (const Divergence divergence = find_divergence(); divergence.waiting != nullptr) return {diverged, divergence};
    if (!wake_block()) return {ended, {}};
  }
  return {waits, {}};
}

// Runs the warp's lanes until none can go on without another warp, or all that can have yielded often enough.
void Block::run_warp(std::uint32_t warp) {
  warp_ = warp;
  first_round_ = nullptr;
  for (int yields = 0;;) {
    const auto lanes_in = lanes_by_state(warp);
    ready_ = lanes_in[index(ThreadState::ready)];
    if (ready_ == 0) return;
    first_lane_ = static_cast<int>(schedule_.below(warp_lanes));
    fibers_.switch_to(next_fiber());
    if (is_killed_) return;
    if (wake_warp(warp)) continue;
    // Yielded lanes catch up with the others here.
    const std::uint32_t yielded = lanes_by_state(warp)[index(ThreadState::yielded)];
    if (yielded == 0 || ++yields == yields_per_turn) {
      yielded == 0 ? events_.lanes_met() : events_.lanes_yielded(yielded);
      wake(warp, wake_converged(warp, lanes_by_state(warp)[index(ThreadState::at_activemask)]));
      return;
    }
    wake(warp, yielded);
  }
}

// The fiber of the next ready lane; the host when there is none.
Fiber& Block::next_fiber() {
  if (ready_ == 0) return fibers_.host();
  Fiber* const fiber = lane(warp_, next_lane()).fiber;
  return fiber != nullptr ? *fiber : fibers_.take();
}

// What every fiber does: it runs threads from start to end for as long as there are unstarted ones. A thread that
// stops in between keeps the fiber until it has ended.
void Block::fiber_body() {
  for (;;) {
    while (ready_ != 0 && lane(warp_, next_lane()).fiber == nullptr) {
      const int number = next_lane();
      ready_ &= ~(std::uint32_t{1} << number);
      current_ = warp_ * warp_lanes + number;
      threads_[current_].state = ThreadState::running;
      // The lanes of a warp start one after another.
      if (first_round_ == nullptr) first_round_ = events_.first_round();
      threads_[current_].round = first_round_;
      events_.thread_goes_on(threads_[current_]);
      events_.run_thread();
      threads_[current_].round = simt_round->root;
      threads_[current_].state = ThreadState::exited;
      threads_[current_].fiber = nullptr;
      note_change();
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
  thread.round = simt_round;
  fibers_.switch_to(next_fiber());
  ready_ &= ~(std::uint32_t{1} << number % warp_lanes);
  current_ = number;
  thread.state = ThreadState::running;
  events_.thread_goes_on(thread);
}

void Block::abandon() {
  fibers_.abandon();
  threads_.clear();
}

std::uint64_t Block::wait_for_block(std::uint64_t offered, std::uintptr_t pc) {
  threads_[current_].offered = offered;
  stop(ThreadState::at_block_barrier, ~std::uint32_t{0}, pc);
  return threads_[current_].received;
}

void Block::yield(std::uintptr_t pc) {
  ++yields_;
  stop(ThreadState::yielded, 0, pc);
}

void Block::note_look(std::uintptr_t address) {
  Thread& thread = threads_[current_];
  const auto word = static_cast<std::uint32_t>(address / 4);
  if (std::find(thread.looked_at.begin(), thread.looked_at.end(), word) != thread.looked_at.end()) return;
  thread.looked_at[thread.looks] = word;
  thread.looks = static_cast<std::uint8_t>((thread.looks + 1) % thread.looked_at.size());
  note_activity();
}

const Thread& Block::first_waiting() const {
  return *std::find_if(threads_.begin(), threads_.end() - 1,
                       [](const Thread& thread) { return thread.state == ThreadState::ready; });
}

void Block::wait_for_lanes(std::uint32_t mask, std::uintptr_t pc) {
  threads_[current_].meeting = Meeting::memory;
  stop(ThreadState::at_warp_barrier, mask, pc);
}

std::uint32_t Block::exchange_with_lanes(std::uint32_t mask, std::uint64_t value, std::uintptr_t pc) {
  threads_[current_].meeting = Meeting::exchange;
  threads_[current_].offered = value;
  stop(ThreadState::at_warp_barrier, mask, pc);
  return threads_[current_].mask;
}

std::uint32_t Block::wait_for_convergence(std::uintptr_t pc) {
  stop(ThreadState::at_activemask, 0, pc);
  return threads_[current_].mask;
}

void Block::kill() {
  is_killed_ = true;
  fibers_.switch_to(fibers_.host());
  std::abort();  // no fiber switches back to a killed thread
}

void Block::stop_thread() {
  Thread& thread = threads_[current_];
  thread.state = ThreadState::stopped;
  thread.round = simt_round->root;
  note_change();
  fibers_.switch_to(next_fiber());
  std::abort();  // no fiber switches back to a stopped thread
}

void Block::reach_barrier(std::uint64_t barriers) {
  threads_[current_].reached |= barriers;
  threads_[current_].taken |= barriers;
}

void Block::pass_barrier(std::uint64_t barriers) {
  Thread& thread = threads_[current_];
  thread.skipped |= barriers & ~thread.taken;
  thread.taken &= ~barriers;
}

std::array<std::uint32_t, thread_states> Block::lanes_by_state(std::uint32_t warp) const {
  const std::size_t first = static_cast<std::size_t>(warp) * warp_lanes;
  const std::size_t count = std::min<std::size_t>(warp_lanes, threads_.size() - first);
  std::array<std::uint32_t, thread_states> lanes{};
  for (std::size_t i = 0; i < count; ++i) lanes[index(threads_[first + i].state)] |= std::uint32_t{1} << i;
  return lanes;
}

void Block::wake(std::uint32_t warp, std::uint32_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) lane(warp, std::countr_zero(lanes)).state = ThreadState::ready;
}

// Wakes the lanes that waited only for lanes of the same warp, and with them the lanes that yielded. False when only
// lanes that yielded are left.
bool Block::wake_warp(std::uint32_t warp) {
  const auto lanes_in = lanes_by_state(warp);
  const std::uint32_t paused = lanes_in[index(ThreadState::paused)];
  const std::uint32_t yielded = lanes_in[index(ThreadState::yielded)];
  const std::uint32_t at_activemask = lanes_in[index(ThreadState::at_activemask)];
  std::uint32_t awake = paused != 0 ? events_.paused_lanes_met(paused) : 0;
  if (const std::uint32_t waiting = lanes_in[index(ThreadState::at_warp_barrier)]; waiting != 0) {
    awake |= wake_meetings(warp, waiting,
                           paused | yielded | at_activemask | lanes_in[index(ThreadState::at_block_barrier)] |
                               lanes_in[index(ThreadState::stopped)]);
  }
  if ((awake | yielded) == 0) awake = wake_converged(warp, at_activemask);
  if (paused != 0) note_change();
  if (awake == 0) return false;
  wake(warp, awake | yielded);
  if (paused == 0) events_.lanes_met();
  return true;
}

// A warp barrier is complete when every lane it names has arrived with the same mask and for the same purpose,
// or has exited. Returns the lanes that may go on.
std::uint32_t Block::wake_meetings(std::uint32_t warp, std::uint32_t waiting, std::uint32_t others) {
  std::uint32_t awake = 0;
  for (std::uint32_t left = waiting; left != 0;) {
    const Thread& first = lane(warp, std::countr_zero(left));
    const std::uint32_t mask = first.mask;
    const Meeting meeting = first.meeting;
    std::uint32_t group = 0;
    for (std::uint32_t lanes = left; lanes != 0; lanes &= lanes - 1) {
      const int number = std::countr_zero(lanes);
      const Thread& thread = lane(warp, number);
      if (thread.mask == mask && thread.meeting == meeting) group |= std::uint32_t{1} << number;
    }
    left &= ~group;
    if ((mask & (waiting | others) & ~group) != 0) continue;
    for (std::uint32_t lanes = group; lanes != 0; lanes &= lanes - 1) {
      Thread& thread = lane(warp, std::countr_zero(lanes));
      thread.mask = group;
      thread.received = thread.offered;
    }
    if (meeting == Meeting::memory) events_.warp_barrier(static_cast<int>(warp), group);
    awake |= group;
  }
  return awake;
}

// Lanes that call __activemask() converge when they call it at the same place.
std::uint32_t Block::wake_converged(std::uint32_t warp, std::uint32_t waiting) {
  for (std::uint32_t left = waiting; left != 0;) {
    const std::uintptr_t pc = lane(warp, std::countr_zero(left)).barrier_pc;
    std::uint32_t group = 0;
    for (std::uint32_t lanes = left; lanes != 0; lanes &= lanes - 1) {
      const int number = std::countr_zero(lanes);
      if (lane(warp, number).barrier_pc == pc) group |= std::uint32_t{1} << number;
    }
    left &= ~group;
    for (std::uint32_t lanes = group; lanes != 0; lanes &= lanes - 1) lane(warp, std::countr_zero(lanes)).mask = group;
  }
  return waiting;
}

bool Block::wake_yielded() {
  bool any = false;
  for (Thread& thread : threads_) {
    if (thread.state == ThreadState::yielded) thread.state = ThreadState::ready;
    any |= thread.state == ThreadState::ready;
  }
  return any;
}

// Lets the threads at the block's barrier go on. False when none is left.
bool Block::wake_block() {
  std::uint64_t waiting = 0, votes = 0;
  for (Thread& thread : threads_) {
    if (thread.state != ThreadState::at_block_barrier) continue;
    thread.state = ThreadState::ready;
    ++waiting;
    votes += thread.offered != 0 ? 1 : 0;
  }
  if (waiting == 0) return false;
  for (Thread& thread : threads_) {
    thread.received = waiting << 32 | votes;
    thread.skipped = thread.reached = 0;
  }
  events_.block_barrier();
  return true;
}

// No thread can go on, and one was stopped: those that wait may wait for it.
bool Block::is_stuck() const {
  const auto has = [this](auto is) { return std::any_of(threads_.begin(), threads_.end(), is); };
  return has([](const Thread& thread) { return thread.state == ThreadState::stopped; }) &&
         has([](const Thread& thread) {
           return thread.state != ThreadState::stopped && thread.state != ThreadState::exited;
         });
}

// A thread that went around the barrier where `waiting` waits, and has ended since.
const Thread* Block::find_around(const Thread& waiting) const {
  if (waiting.reached == 0 || waiting.state != ThreadState::at_block_barrier) return nullptr;
  const auto found = std::find_if(threads_.begin(), threads_.end(), [&](const Thread& thread) {
    return thread.state == ThreadState::exited && (thread.skipped & waiting.reached) != 0;
  });
  return found == threads_.end() ? nullptr : &*found;
}

// Every thread has exited or waits. Those that wait must do so at one and the same __syncthreads(), and those that have
// exited must not have gone around it.
Divergence Block::find_divergence() const {
  const Thread* first = nullptr;
  for (const Thread& thread : threads_) {
    if (thread.state == ThreadState::exited || thread.state == ThreadState::stopped) continue;
    if (first == nullptr) first = &thread;
    if (thread.state != first->state || thread.barrier_pc != first->barrier_pc) return {first, &thread};
  }
  if (first != nullptr) {
    if (const Thread* const other = find_around(*first)) return {first, other};
  }
  const bool is_stuck_in_warp = first != nullptr && first->state == ThreadState::at_warp_barrier;
  return is_stuck_in_warp ? Divergence{first, first} : Divergence{};
}

}  // namespace simt::core

#include "simt/core/threads/block.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace simt::core {
std::uint32_t LanesByState::under_way() const {
  using enum ThreadState;
  const LanesByState& in = *this;
  return in[unstarted] | in[ready] | in[paused] | in[yielded] | in[at_activemask] | in[at_warp_barrier] |
         in[at_block_barrier];
}

Block::Block(BlockEvents& events, Schedule& schedule)
    : events_(events), schedule_(schedule), fibers_([this] { fiber_body(); }) {}

void Block::set_shape(const Indices& dimensions) {
  shape_ = dimensions;
  const std::size_t count = static_cast<std::size_t>(dimensions.x) * dimensions.y * dimensions.z;
  threads_.all.assign(count, Thread{});
  threads_.warps.assign((count + warp_lanes - 1) / warp_lanes, LanesByState{});
  auto thread = threads_.all.begin();
  for (unsigned z = 0; z < dimensions.z; ++z) {
    for (unsigned y = 0; y < dimensions.y; ++y) {
      for (unsigned x = 0; x < dimensions.x; ++x) (thread++)->index = {x, y, z};
    }
  }
}

void Block::exchange(Threads& threads) {
  std::swap(threads_, threads);
  if (threads_.all.empty()) set_shape(shape_);
}

void Block::begin() {
  is_killed_ = false;
  std::size_t left = threads_.all.size();
  for (LanesByState& lanes : threads_.warps) {
    lanes = {};
    lanes[ThreadState::unstarted] = left < warp_lanes ? (std::uint32_t{1} << left) - 1 : ~std::uint32_t{0};
    left -= std::min<std::size_t>(left, warp_lanes);
  }
}

Outcome Block::run(bool may_make_way) {
  using enum Outcome::Kind;
  const auto warps = static_cast<std::uint32_t>(threads_.warps.size());
  yields_per_turn_ = may_make_way ? 1 : yields_per_turn;
  is_to_make_way_ = false;
  int busy_rounds = 0;
  for (int idle_rounds = 0; idle_rounds < idle_rounds_per_turn && busy_rounds < busy_rounds_per_turn;) {
    const std::uint64_t changes = changes_, yields = yields_;
    const auto [first, is_descending] = schedule_.circle(warps);
    for (std::uint32_t i = 0; i < warps; ++i) {
      run_warp((first + (is_descending ? warps - i : i)) % warps);
      if (is_killed_) return {killed, {}};
    }
    if (changes_ != changes) idle_rounds = 0;
    if (changes_ != changes && yields_ != yields) ++busy_rounds;
    if (changes_ == changes && yields_ != yields) ++idle_rounds;
    if (wake_yielded()) {
      if (is_to_make_way_) break;
      if (may_make_way && yields_ != yields && schedule_.below(rounds_before_making_way) == 0) break;
      continue;
    }
    if (is_stuck()) return {stuck, {}};
    if (const Divergence divergence = find_divergence(); divergence.waiting != nullptr) return {diverged, divergence};
    if (!wake_block()) return {ended, {}};
  }
  return {waits, {}};
}

// Runs the warp's lanes until none can go on without another warp, or all that can have yielded often enough. Where the
// order is any, a warp goes ahead at times for as long as it does more than wait: what only atomic or volatile accesses
// keep in step is not in step on a GPU.
void Block::run_warp(std::uint32_t warp) {
  warp_ = warp;
  first_round_ = nullptr;
  const auto lanes_in_warp =
      static_cast<std::uint32_t>(std::min<std::size_t>(warp_lanes, threads_.all.size() - warp * warp_lanes));
  const bool goes_ahead = schedule_.below(turns_until_ahead) + 1 == turns_until_ahead;
  for (int yields = 0;;) {
    const std::uint64_t activity = activity_;
    LanesByState& lanes = threads_.warps[warp];
    unstarted_ = lanes[ThreadState::unstarted];
    lanes[ThreadState::unstarted] = 0;
    ready_ = lanes[ThreadState::ready] |= unstarted_;
    if (ready_ == 0) return;
    lane_order_ = schedule_.circle(lanes_in_warp);
    fibers_.switch_to(next_fiber());
    if (is_killed_) return;
    if (wake_warp(warp)) continue;
    // Yielded lanes catch up with the others here.
    const std::uint32_t yielded = lanes[ThreadState::yielded];
    const bool is_done = ++yields >= yields_per_turn_ || is_to_make_way_;
    const bool stays = goes_ahead && activity_ != activity && yields < most_yields_ahead;
    if (yielded == 0 || (is_done && !stays)) {
      yielded == 0 ? events_.lanes_met() : events_.lanes_yielded(yielded);
      wake(warp, wake_converged(warp, lanes[ThreadState::at_activemask]));
      return;
    }
    wake(warp, yielded);
  }
}

// The fiber of the next ready lane; the host when there is none.
Fiber& Block::next_fiber() {
  if (ready_ == 0) return fibers_.host();
  const int number = next_lane();
  return (unstarted_ >> number & 1) != 0 ? fibers_.take() : *lane(warp_, number).fiber;
}

// What every fiber does: it runs threads from start to end for as long as there are unstarted ones. A thread that
// stops in between keeps the fiber until it has ended.
void Block::fiber_body() {
  for (;;) {
    while (ready_ != 0) {
      const int number = next_lane();
      const std::uint32_t lane = std::uint32_t{1} << number;
      if ((unstarted_ & lane) == 0) break;
      ready_ &= ~lane;
      unstarted_ &= ~lane;
      current_ = warp_ * warp_lanes + number;
      Thread& thread = threads_.all[current_];
      thread.fiber = nullptr;
      thread.block_barriers = thread.meetings = {};
      // The lanes of a warp start one after another.
      if (first_round_ == nullptr) first_round_ = events_.first_round();
      thread.round = first_round_;
      events_.thread_goes_on(thread);
      events_.run_thread();
      thread.round = simt_round->root;
      leave(lane, ThreadState::exited);
      note_change();
    }
    fibers_.give_back(fibers_.running());
    fibers_.switch_to(next_fiber());
  }
}

void Block::stop(ThreadState state, std::uint32_t mask, std::uintptr_t pc) {
  const std::uint32_t number = current_;
  const std::uint32_t lane = std::uint32_t{1} << number % warp_lanes;
  Thread& thread = threads_.all[number];
  leave(lane, state);
  thread.mask = mask;
  thread.barrier_pc = pc;
  thread.fiber = &fibers_.running();
  thread.round = simt_round;
  fibers_.switch_to(next_fiber());
  ready_ &= ~lane;
  current_ = number;
  events_.thread_goes_on(thread);
}

void Block::abandon() {
  fibers_.abandon();
  threads_ = {};
}

std::uint64_t Block::wait_for_block(std::uint64_t offered, std::uintptr_t pc) {
  threads_.all[current_].offered = offered;
  stop(ThreadState::at_block_barrier, ~std::uint32_t{0}, pc);
  return threads_.all[current_].received;
}

// What polls memory does so at one depth. A function that calls itself without end does not wait: it uses up its stack.
void Block::yield(std::uintptr_t pc) {
  ++yields_;
  const auto end_of_stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (Thread& thread = threads_.all[current_]; end_of_stack < thread.deepest) {
    thread.deepest = end_of_stack;
    note_activity();
  }
  stop(ThreadState::yielded, 0, pc);
}

void Block::note_look(std::uintptr_t address) {
  Thread& thread = threads_.all[current_];
  thread.last_look = address;
  const auto word = static_cast<std::uint32_t>(address / 4);
  if (std::find(thread.looked_at.begin(), thread.looked_at.end(), word) != thread.looked_at.end()) return;
  thread.looked_at[thread.looks] = word;
  thread.looks = static_cast<std::uint8_t>((thread.looks + 1) % thread.looked_at.size());
  note_activity();
}

const Thread& Block::first_waiting() const {
  for (std::uint32_t warp = 0; warp < threads_.warps.size(); ++warp) {
    const std::uint32_t ready = threads_.warps[warp][ThreadState::ready];
    if (ready != 0) return lane(warp, std::countr_zero(ready));
  }
  return threads_.all.back();
}

void Block::wait_for_lanes(std::uint32_t mask, std::uintptr_t pc) {
  threads_.all[current_].meeting = Meeting::memory;
  stop(ThreadState::at_warp_barrier, mask, pc);
}

std::uint32_t Block::exchange_with_lanes(std::uint32_t mask, std::uint64_t value, Meeting purpose, std::uintptr_t pc) {
  threads_.all[current_].meeting = purpose;
  threads_.all[current_].offered = value;
  stop(ThreadState::at_warp_barrier, mask, pc);
  return threads_.all[current_].mask;
}

std::uint32_t Block::wait_for_convergence(std::uintptr_t pc) {
  stop(ThreadState::at_activemask, 0, pc);
  return threads_.all[current_].mask;
}

void Block::kill() {
  is_killed_ = true;
  fibers_.switch_to(fibers_.host());
  std::abort();  // no fiber switches back to a killed thread
}

void Block::stop_thread() {
  leave(std::uint32_t{1} << current_ % warp_lanes, ThreadState::stopped);
  threads_.all[current_].round = simt_round->root;
  note_change();
  fibers_.switch_to(next_fiber());
  std::abort();  // no fiber switches back to a stopped thread
}

// Wakes the lanes that waited only for lanes of the same warp, and with them the lanes that yielded. False when only
// lanes that yielded are left.
bool Block::wake_warp(std::uint32_t warp) {
  const LanesByState& lanes_in = threads_.warps[warp];
  const std::uint32_t paused = lanes_in[ThreadState::paused];
  const std::uint32_t yielded = lanes_in[ThreadState::yielded];
  const std::uint32_t at_activemask = lanes_in[ThreadState::at_activemask];
  std::uint32_t awake = paused != 0 ? events_.paused_lanes_met(paused) : 0;
  if (const std::uint32_t waiting = lanes_in[ThreadState::at_warp_barrier]; waiting != 0) {
    awake |= wake_meetings(
        warp, waiting,
        paused | yielded | at_activemask | lanes_in[ThreadState::at_block_barrier] | lanes_in[ThreadState::stopped]);
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
    if ((mask & (waiting | others) & ~group) != 0 || find_around_meeting(warp, first) != nullptr) continue;
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t number = std::countr_zero(lanes);
      if (warp * warp_lanes + number < threads_.all.size()) lane(warp, static_cast<int>(number)).meetings.meet();
    }
    ++exchanges_;
    for (std::uint32_t lanes = group; lanes != 0; lanes &= lanes - 1) {
      Thread& thread = lane(warp, std::countr_zero(lanes));
      thread.mask = group;
      thread.exchange = exchanges_;
      thread.received = thread.offered;
      thread.received_undefined = std::exchange(thread.offered_undefined, 0);
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
  std::uint32_t ready = 0;
  for (LanesByState& lanes : threads_.warps) {
    ready |= lanes[ThreadState::ready] |= lanes[ThreadState::yielded];
    lanes[ThreadState::yielded] = 0;
  }
  return ready != 0;
}

// Lets the threads at the block's barrier go on. False when none is left.
bool Block::wake_block() {
  std::uint64_t waiting = 0, votes = 0;
  for (std::uint32_t warp = 0; warp < threads_.warps.size(); ++warp) {
    const std::uint32_t lanes = threads_.warps[warp][ThreadState::at_block_barrier];
    if (lanes == 0) continue;
    wake(warp, lanes);
    waiting += std::popcount(lanes);
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      votes += lane(warp, std::countr_zero(left)).offered != 0 ? 1 : 0;
    }
  }
  if (waiting == 0) return false;
  for (Thread& thread : threads_.all) {
    thread.received = waiting << 32 | votes;
    thread.block_barriers.meet();
  }
  events_.block_barrier();
  return true;
}

// No thread can go on, and one was stopped: those that wait may wait for it.
bool Block::is_stuck() const {
  std::uint32_t stopped = 0, others = 0;
  for (const LanesByState& lanes : threads_.warps) {
    stopped |= lanes[ThreadState::stopped];
    others |= lanes.under_way();
  }
  return stopped != 0 && others != 0;
}

// A thread that went around the barrier where `waiting` waits, and has ended since.
const Thread* Block::find_around(const Thread& waiting) const {
  if (waiting.block_barriers.reached == 0) return nullptr;
  for (std::uint32_t warp = 0; warp < threads_.warps.size(); ++warp) {
    for (std::uint32_t left = threads_.warps[warp][ThreadState::exited]; left != 0; left &= left - 1) {
      const Thread& thread = lane(warp, std::countr_zero(left));
      if ((thread.block_barriers.skipped & waiting.block_barriers.reached) != 0) return &thread;
    }
  }
  return nullptr;
}

// The same for a lane of a warp: one that `waiting` waits for by its mask.
const Thread* Block::find_around_meeting(std::uint32_t warp, const Thread& waiting) const {
  if (waiting.meetings.reached == 0) return nullptr;
  for (std::uint32_t left = threads_.warps[warp][ThreadState::exited] & waiting.mask; left != 0; left &= left - 1) {
    const Thread& thread = lane(warp, std::countr_zero(left));
    if ((thread.meetings.skipped & waiting.meetings.reached) != 0) return &thread;
  }
  return nullptr;
}

// Every thread has exited or waits. Those that wait must do so at one and the same __syncthreads(), and those that have
// exited must not have gone around it.
Divergence Block::find_divergence() const {
  const Thread* first = nullptr;
  ThreadState state = ThreadState::at_block_barrier;
  for (std::uint32_t warp = 0; warp < threads_.warps.size(); ++warp) {
    const LanesByState& lanes_in = threads_.warps[warp];
    for (std::uint32_t left = lanes_in.under_way(); left != 0; left &= left - 1) {
      const int number = std::countr_zero(left);
      const Thread& thread = lane(warp, number);
      if (first == nullptr) {
        first = &thread;
        if ((lanes_in[state] >> number & 1) == 0) state = ThreadState::at_warp_barrier;
      }
      if ((lanes_in[state] >> number & 1) == 0 || thread.barrier_pc != first->barrier_pc) return {first, &thread};
    }
  }
  if (first == nullptr) return {};
  if (state == ThreadState::at_warp_barrier) {
    const auto number = static_cast<std::uint32_t>(first - threads_.all.data());
    const Thread* const around = find_around_meeting(number / warp_lanes, *first);
    return {first, around != nullptr ? around : first, around != nullptr, around != nullptr};
  }
  if (const Thread* const other = find_around(*first)) return {first, other, true};
  return {};
}

}  // namespace simt::core

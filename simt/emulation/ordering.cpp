// How the threads of a kernel are ordered, as the checks see it: switches between threads, barriers, fences.
#include <bit>

#include "simt/core/work_limit.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt::core {

Round* Emulation::first_round() { return options_.count_traffic ? rounds_.new_root() : Rounds::endless(); }

void Emulation::thread_goes_on(const Thread& thread) {
  simt_thread.thread = thread.index;
  lane_ = block_.current_number() % memory::warp_lanes;
  lane_bit_ = std::uint32_t{1} << lane_;
  simt_round = thread.round;
  ++interval_;
  ++simt_turn;
  code_counts_.go_on(block_.current_number() / memory::warp_lanes, lane_bit_);
  checks_.each([this](auto& check) { check.thread_goes_on(block_.current_number()); });
  charge(work_of_a_turn);
  // A thread that starts has no place yet where it waited.
  if (is_out_of_work()) [[unlikely]]
    stop_for_work(thread.fiber != nullptr ? thread.barrier_pc : 0);
}

Round* Emulation::begin_new_round(Round* previous, std::uint32_t id) {
  if (previous == nullptr) return rounds_.first_of(simt_round, id);
  if (rounds_.is_far_ahead()) {
    simt_round = previous;
    block_.pause();
  }
  return rounds_.after(previous);
}

void Emulation::count_rounds(const Round* frontier, Position position) {
  if (!options_.count_traffic) return;
  const std::uint32_t warp = block_.current_number() / memory::warp_lanes;
  Round* const root = block_.thread(warp * memory::warp_lanes).round->root;
  lanes_rounds_.clear();
  block_.each_lane_under_way(warp, [this](const Thread& lane) { lanes_rounds_.push_back(lane.round); });
  rounds_.collect(root, frontier, position, lanes_rounds_, [&](Round& round) { traffic_.count_rows(warp, round); });
  traffic_.rows_are_counted();
}

void Emulation::lanes_met() { count_rounds(nullptr); }

// What yielded lanes have not reached yet, others may have.
void Emulation::lanes_yielded(std::uint32_t yielded) {
  count_rounds(rounds_.is_full() ? nullptr : last_of(yielded, Position::middle).round, Position::middle);
}

// Lanes that are ahead of others wait for them: only the last ones go on.
std::uint32_t Emulation::paused_lanes_met(std::uint32_t paused) {
  const LastLanes last = last_of(paused, Position::end);
  count_rounds(last.round);
  return last.lanes;
}

Emulation::LastLanes Emulation::last_of(std::uint32_t lanes, Position position) const {
  const std::uint32_t first = block_.current_number() / memory::warp_lanes * memory::warp_lanes;
  LastLanes last;
  for (; lanes != 0; lanes &= lanes - 1) {
    const Round* const round = block_.thread(first + std::countr_zero(lanes)).round;
    if (last.round == nullptr || (round != last.round && precedes(*round, *last.round, position))) last = {round, 0};
    if (round == last.round) last.lanes |= lanes & -lanes;
  }
  return last;
}

void Emulation::warp_barrier(int warp, std::uint32_t mask) {
  checks_.each([&](auto& check) { check.warp_barrier(warp, mask); });
}

void Emulation::block_barrier() {
  traffic_.block_barrier();
  checks_.each([](auto& check) { check.block_barrier(); });
}

void Emulation::fence(memory::Scope scope, std::uintptr_t pc) {
  acquire(scope);
  release(scope);
  block_.yield(pc);
}

void Emulation::acquire(memory::Scope scope) {
  checks_.each([scope](auto& check) { check.acquire(scope); });
}

void Emulation::release(memory::Scope scope) {
  checks_.each([scope](auto& check) { check.release(scope); });
}

// The block's first thread waits for the other blocks', and the block for it.
void Emulation::sync_grid(std::uintptr_t pc) {
  if (cooperating_blocks_ == 0) {
    die(reporter_.describe_refusal(FindingKind::unsupported, {Detail::grid_sync, {}}, pc), cudaErrorLaunchFailure);
  }
  block_.wait_for_block(0, pc);
  if (block_.current_number() == 0) {
    const std::uint64_t before = grid_barriers_;
    block_.note_change();
    if (++blocks_at_grid_barrier_ == cooperating_blocks_) {
      blocks_at_grid_barrier_ = 0;
      ++grid_barriers_;
      checks_.each([](auto& check) { check.grid_barrier(); });
    }
    while (grid_barriers_ == before) block_.yield(pc);
    checks_.each([](auto& check) { check.left_grid_barrier(); });
  }
  block_.wait_for_block(0, pc);
}

}  // namespace simt::core

std::uint64_t simt_turn = 0;

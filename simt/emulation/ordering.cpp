// How the threads of a kernel are ordered, as the checks see it: switches between threads, barriers, fences.
#include <array>
#include <span>

#include "simt/emulation/emulation.hpp"

namespace simt::core {

void Emulation::thread_goes_on(const Thread& thread) {
  simt_thread.thread = thread.index;
  lane_ = block_.current_number() % memory::warp_lanes;
  ++interval_;
  checks_.each([this](auto& check) { check.thread_goes_on(block_.current_number()); });
}

void Emulation::warp_barrier(int warp, std::uint32_t mask) {
  checks_.each([&](auto& check) { check.warp_barrier(warp, mask); });
}

void Emulation::block_barrier() {
  checks_.each([](auto& check) { check.block_barrier(); });
}

void Emulation::fence(memory::Scope scope, std::uintptr_t pc) {
  acquire(scope);
  release(scope);
  yield(pc);
}

void Emulation::acquire(memory::Scope scope) {
  checks_.each([scope](auto& check) { check.acquire(scope); });
}

void Emulation::release(memory::Scope scope) {
  checks_.each([scope](auto& check) { check.release(scope); });
}

void Emulation::yield(std::uintptr_t pc) {
  // On the fiber's stack, which may be dropped: so nothing that has to be freed. With more sites, requests are split.
  struct Place {
    Site* site;
    std::uint32_t executions;
  };
  std::array<Place, 16> places;
  std::size_t count = 0;
  for (Site* site : traffic_.open_sites()) {
    if (site->interval == interval_ && count < places.size()) places[count++] = {site, site->executions};
  }
  const std::uint64_t closings = traffic_.closings();
  block_.yield(pc);
  if (traffic_.closings() != closings) return;
  for (const Place& place : std::span(places).first(count)) {
    place.site->interval = interval_;
    place.site->executions = place.executions;
  }
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
    while (grid_barriers_ == before) yield(pc);
    checks_.each([](auto& check) { check.left_grid_barrier(); });
  }
  block_.wait_for_block(0, pc);
}

}  // namespace simt::core

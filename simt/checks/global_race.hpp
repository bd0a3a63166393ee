// Races in global memory between threads of one launch (memory/global_races.hpp), with RunOptions::find_races.
#pragma once

#include <memory>

#include "simt/checks/observer.hpp"
#include "simt/checks/race_reports.hpp"
#include "simt/checks/shared_race.hpp"
#include "simt/memory/global_races.hpp"

namespace simt::checks {

class GlobalRace final : public Observer {
 public:
  /// Threads of a warp are ordered by the same clocks as in shared memory.
  GlobalRace(const Context& context, const SharedRace& shared, memory::Order& order)
      : context_(context), shared_(shared), races_(order), reports_(context) {}

  void mapped(const core::Segment& segment, Content content) override;
  void unmapped(std::uintptr_t base) override { races_.forget(base); }
  bool wants(core::Site& site, const core::Segment& segment) override;
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override {
    if (site.raced_words != nullptr) check(site, access, address);
  }
  void on_compare(const core::Site& site, std::uintptr_t address) override;
  void on_strong(const core::Site& site, core::Strength strength, std::uintptr_t address) override;
  void on_phase_barrier(const core::Site& site, core::Strength strength, std::uintptr_t address,
                        std::uint32_t phase) override;
  void thread_goes_on(std::uint32_t number) override {
    if (order_) races_.order().set_thread(number);
  }
  void warp_barrier(int warp, std::uint32_t mask) override {
    if (order_) races_.order().warp_barrier(warp, mask);
  }
  void block_barrier() override {
    if (order_) races_.order().block_barrier();
  }
  void grid_barrier() override { grid_barrier_time_ = races_.order().grid_barrier(); }
  void left_grid_barrier() override {
    if (order_) races_.order().leave_grid_barrier(grid_barrier_time_);
  }
  void acquire(memory::Scope scope) override {
    if (order_) races_.order().acquire(scope);
  }
  void release(memory::Scope scope) override {
    if (order_) races_.order().release(scope);
  }
  /// An asynchronous copy of the running thread reads this memory, at any time from now on. `is_handed_over`: it is
  /// complete when a thread has seen a phase of a barrier end.
  void begin_copy(const core::Site& site, std::uintptr_t from, std::uint32_t bytes, bool is_handed_over);
  void complete_copy(std::uintptr_t from);
  void complete_handed_over();
  /// The running block has ended.
  void end_block();
  double kept_by_blocks() const { return races_.kept_by_blocks(); }
  void begin_launch() override;
  void end_launch() override { reports_.settle(); }
  void begin_block() override;
  void suspend_block(core::SuspendedBlock& block) override { block.order = std::move(order_); }
  void resume_block(core::SuspendedBlock& block) override;
  void end_run(bool) override { reports_.end_run(); }

 private:
  void check(const core::Site& site, Access access, std::uintptr_t address);
  void report(const core::Site& site, Access access, std::uintptr_t address, const memory::GlobalRace& race);

  Context context_;
  const SharedRace& shared_;
  memory::GlobalRaces races_;
  RaceReports reports_;
  std::unique_ptr<memory::BlockOrder> order_;  // of the running block
  std::uint32_t grid_barrier_time_ = 0;        // of the last one, by the order of accesses
};

}  // namespace simt::checks

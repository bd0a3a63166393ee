// Races in the shared memory of a block (memory/shared_races.hpp), with RunOptions::find_races.
#pragma once

#include <memory>
#include <vector>

#include "simt/checks/observer.hpp"
#include "simt/checks/race_reports.hpp"
#include "simt/checks/uninitialized.hpp"
#include "simt/memory/shared_races.hpp"

namespace simt::checks {

class SharedRace final : public Observer {
 public:
  /// `order` is that of global memory, too.
  SharedRace(const Context& context, Uninitialized& uninitialized, memory::Order& order)
      : context_(context), uninitialized_(uninitialized), order_(order), reports_(context) {}

  bool wants(core::Site& site, const core::Segment& segment) override;
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override {
    if (site.is_raced) check(site, access, address);
  }
  void on_compare(const core::Site& site, std::uintptr_t address) override;
  void on_strong(const core::Site& site, core::Strength strength, std::uintptr_t address) override;
  void on_phase_barrier(const core::Site& site, core::Strength strength, std::uintptr_t address,
                        std::uint32_t /*phase*/) override {
    on_strong(site, strength, address);
    if (strength == core::Strength::load) complete_handed_over();
  }
  void warp_barrier(int warp, std::uint32_t mask) override {
    if (races_) races_->warp_barrier(warp, mask);
  }
  void begin_launch() override;
  void end_launch() override { reports_.settle(); }
  void begin_block() override;
  void suspend_block(core::SuspendedBlock& block) override { block.races = std::move(races_); }
  void resume_block(core::SuspendedBlock& block) override;
  void end_run(bool) override { reports_.end_run(); }

  /// An asynchronous copy will store to `address` at any time from now on.
  void foresee_store(const core::Site& site, std::uintptr_t address);
  /// The thread has waited for that copy: its store comes next.
  void complete_store(std::uintptr_t address, std::uint32_t bytes);
  /// After that store: the copy is complete when a thread has seen a phase of a barrier end.
  void hand_over_store(const core::Site& site, std::uintptr_t address);
  void complete_handed_over() {
    if (races_) races_->complete_handed_over();
  }
  /// Of the running block, during a launch with find_races.
  const memory::WarpClocks& clocks() const { return races_->clocks(); }

 private:
  memory::SharedAccess shared_access(const core::Site& site, Access access, std::uintptr_t address) const;
  void check(const core::Site& site, Access access, std::uintptr_t address);
  void report(const core::Site& site, Access access, std::uintptr_t address, const memory::SharedVerdict& verdict);

  Context context_;
  Uninitialized& uninitialized_;
  memory::Order& order_;
  RaceReports reports_;
  std::unique_ptr<memory::SharedRaces> races_;               // of the running block
  std::vector<std::unique_ptr<memory::SharedRaces>> spare_;  // of blocks that have ended
};

}  // namespace simt::checks

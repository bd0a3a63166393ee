// Races in the shared memory of a block (memory/shared_races.hpp), with RunOptions::find_races.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/checks/observer.hpp"
#include "simt/checks/uninitialized.hpp"
#include "simt/memory/shared_races.hpp"

namespace simt::checks {

class SharedRace final : public Observer {
 public:
  SharedRace(const Context& context, Uninitialized& uninitialized) : context_(context), uninitialized_(uninitialized) {}

  bool wants(core::Site& site, const core::Segment& segment) override;
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override {
    if (site.is_raced) check(site, access, address);
  }
  void on_strong(const core::Site& site, core::Strength strength, std::uintptr_t address) override;
  void on_phase_barrier(const core::Site& site, core::Strength strength, std::uintptr_t address) override;
  void warp_barrier(int warp, std::uint32_t mask) override {
    if (races_) races_->warp_barrier(warp, mask);
  }
  void block_barrier() override {
    if (races_) races_->block_barrier();
  }
  void begin_launch() override;
  void begin_block() override;
  void suspend_block(core::SuspendedBlock& block) override { block.races = std::move(races_); }
  void resume_block(core::SuspendedBlock& block) override;

  /// An asynchronous copy will store to `address` at any time from now on.
  void foresee_store(const core::Site& site, std::uintptr_t address);
  /// Of the running block, during a launch with find_races.
  const memory::WarpClocks& clocks() const { return races_->clocks(); }

 private:
  memory::SharedAccess shared_access(const core::Site& site, Access access, std::uintptr_t address) const;
  void check(const core::Site& site, Access access, std::uintptr_t address);
  void check_strong(const core::Site& site, core::Strength strength, std::uintptr_t address);
  void report(const core::Site& site, std::uintptr_t address, const memory::SharedVerdict& verdict);

  Context context_;
  Uninitialized& uninitialized_;
  std::unique_ptr<memory::SharedRaces> races_;                        // of the running block
  std::vector<std::unique_ptr<memory::SharedRaces>> spare_;           // of blocks that have ended
  std::unordered_map<std::uintptr_t, std::uint64_t> strong_writers_;  // by word: the thread of the last strong write
};

}  // namespace simt::checks

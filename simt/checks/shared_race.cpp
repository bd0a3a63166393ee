#include "simt/checks/shared_race.hpp"

#include <utility>

#include "simt/core/threads/numbers.hpp"

namespace simt::checks {

using core::Kind;
using core::Segment;
using core::Site;
using core::Strength;

bool SharedRace::wants(Site& site, const Segment& segment) {
  site.is_raced = context_.options.find_races && segment.kind == Kind::shared;
  return site.is_raced;
}

memory::SharedAccess SharedRace::shared_access(const Site& site, Access how, std::uintptr_t address) const {
  memory::SharedAccess access;
  access.site = site.index;
  access.offset = context_.memory.shared_offset(address, site.bytes);
  access.bytes = site.bytes;
  access.is_store = how == Access::store;
  access.is_strong = site.is_strong;
  access.is_volatile = site.is_volatile;
  access.is_rewrite = site.is_rewrite;
  access.is_data = site.is_data;
  access.is_awaited = site.is_awaited;
  access.word = {address / 4, core::block_number() + 1};
  return access;
}

void SharedRace::check(const Site& site, Access how, std::uintptr_t address) {
  reports_.settle();
  const memory::SharedVerdict verdict = races_->access(shared_access(site, how, address));
  if (!verdict.is_fine()) [[unlikely]]
    report(site, how, address, verdict);
}

void SharedRace::foresee_store(const Site& site, std::uintptr_t address) {
  if (!site.is_raced) return;
  const memory::SharedVerdict verdict = races_->foresee_store(shared_access(site, Access::store, address));
  if (!verdict.is_fine()) report(site, Access::store, address, verdict);
}

void SharedRace::complete_store(std::uintptr_t address, std::uint32_t bytes) {
  if (races_) races_->complete_store(context_.memory.shared_offset(address, bytes));
}

void SharedRace::hand_over_store(const Site& site, std::uintptr_t address) {
  if (site.is_raced) races_->hand_over_store(shared_access(site, Access::store, address));
}

void SharedRace::on_compare(const Site& site, std::uintptr_t address) {
  if (!site.is_raced) return;
  if (const auto load = races_->last_load(context_.memory.shared_offset(address, site.bytes))) {
    reports_.note_compare(*load);
  }
}

// An update that reads what no thread has written is found as a load; for races it is a store.
void SharedRace::on_strong(const Site& site, Strength strength, std::uintptr_t address) {
  if (reads_old_value(site, strength)) on_access(site, Access::load, address);
  if (strength != Strength::load) on_access(site, Access::store, address);
}

void SharedRace::begin_launch() {
  races_.reset();
  spare_.clear();
}

// Suspended blocks keep their own.
void SharedRace::begin_block() {
  if (!context_.options.find_races) return;
  if (!races_ && !spare_.empty()) {
    races_ = std::move(spare_.back());
    spare_.pop_back();
  }
  const Indices& size = simt_thread.block_dim;
  if (!races_) {
    races_ = std::make_unique<memory::SharedRaces>(context_.memory.shared_bytes(),
                                                   static_cast<int>(size.x * size.y * size.z), order_);
  }
  races_->begin_block();
}

void SharedRace::resume_block(core::SuspendedBlock& block) {
  if (races_) spare_.push_back(std::move(races_));
  races_ = std::move(block.races);
}

void SharedRace::report(const Site& site, Access how, std::uintptr_t address, const memory::SharedVerdict& verdict) {
  if (verdict.is_race) {
    const Site& other = context_.sites.all()[verdict.other_site];
    core::Reporter& reporter = context_.reporter;
    FindingRecord finding =
        reporter.describe_access(FindingKind::shared_race, site.access, site.bytes, address, site.pc);
    finding.other_pc = reporter.library_offset(other.pc);
    finding.other_thread = core::to_index(context_.block.thread(verdict.other_thread).index);
    finding.in_one_warp =
        verdict.other_thread / memory::warp_lanes == context_.block.current_number() / memory::warp_lanes;
    finding.missing = verdict.missing;
    finding.other_stores = verdict.is_other_store;
    if (verdict.missing == memory::Missing::acquire_fence) finding.detail = Detail::in_order;
    if (verdict.is_same_store && verdict.missing == memory::Missing::barrier) finding.detail = Detail::same_store;
    if (verdict.is_in_flight) {
      finding.detail = Detail::copy_in_flight;
      reporter.report(finding);
    } else {
      reports_.report(finding, {site, other, how, verdict.is_other_store, address});
    }
  }
  if (verdict.is_uninitialized) uninitialized_.report_shared(site, address, *races_);
}

}  // namespace simt::checks

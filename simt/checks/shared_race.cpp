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
  access.thread = context_.block.current_number();
  access.site = site.index;
  access.offset = context_.memory.shared_offset(address, site.bytes);
  access.bytes = site.bytes;
  access.is_store = how == Access::store;
  return access;
}

void SharedRace::check(const Site& site, Access how, std::uintptr_t address) {
  const memory::SharedVerdict verdict = races_->access(shared_access(site, how, address));
  if (!verdict.is_fine()) [[unlikely]]
    report(site, address, verdict);
}

void SharedRace::foresee_store(const Site& site, std::uintptr_t address) {
  if (!site.is_raced) return;
  const memory::SharedVerdict verdict = races_->foresee_store(shared_access(site, Access::store, address));
  if (!verdict.is_fine()) report(site, address, verdict);
}

void SharedRace::check_strong(const Site& site, Strength strength, std::uintptr_t address) {
  if (strength != Strength::store) on_access(site, Access::load, address);
  if (strength != Strength::load) on_access(site, Access::store, address);
}

// A thread that reads another thread's strong write may know that the earlier accesses of that thread are complete.
// From then on no earlier access counts as racing, which forgives too much rather than too little. (Global memory
// needs fences: global_race.hpp.)
void SharedRace::on_strong(const Site& site, Strength strength, std::uintptr_t address) {
  check_strong(site, strength, address);
  // Each block has shared memory of its own at the same addresses.
  const std::uint64_t block = site.kind == Kind::shared ? std::uint64_t{core::block_number()} << 48 : 0;
  const std::uintptr_t word = address / 4 + block;
  const std::uint64_t self = core::thread_number(context_.block.current_number());
  const auto writer = strong_writers_.find(word);
  if (strength != Strength::store && writer != strong_writers_.end() && writer->second != self) races_->block_barrier();
  if (strength != Strength::load) strong_writers_[word] = self;
}

void SharedRace::on_phase_barrier(const Site& site, Strength strength, std::uintptr_t address) {
  check_strong(site, strength, address);
  // A complete phase orders too much rather than too little, as other strong accesses do.
  if (strength == Strength::load) block_barrier();
}

void SharedRace::begin_launch() {
  strong_writers_.clear();
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
                                                   static_cast<int>(size.x * size.y * size.z));
  }
  races_->begin_block();
}

void SharedRace::resume_block(core::SuspendedBlock& block) {
  if (races_) spare_.push_back(std::move(races_));
  races_ = std::move(block.races);
}

void SharedRace::report(const Site& site, std::uintptr_t address, const memory::SharedVerdict& verdict) {
  const Site& other = context_.sites.all()[verdict.other_site];
  // Two atomic or volatile accesses do not race.
  if (verdict.is_race && !(site.is_strong && other.is_strong)) {
    core::Reporter& reporter = context_.reporter;
    FindingRecord finding =
        reporter.describe_access(FindingKind::shared_race, site.access, site.bytes, address, site.pc);
    finding.other_pc = reporter.library_offset(other.pc);
    finding.other_thread = core::to_index(context_.block.thread(verdict.other_thread).index);
    finding.in_one_warp =
        verdict.other_thread / memory::warp_lanes == context_.block.current_number() / memory::warp_lanes;
    reporter.report(finding);
  }
  if (verdict.is_uninitialized) uninitialized_.report_shared(site, address);
}

}  // namespace simt::checks

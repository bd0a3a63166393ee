#include "simt/checks/stream_race.hpp"

#include <utility>

namespace simt::checks {

using core::Footprint;
using core::Kind;
using core::Segment;
using core::Site;

void StreamRace::mapped(const Segment& segment, Content) {
  races_.forget(segment.base, segment.bytes);
  const bool is_shared = segment.owner == core::Owner::managed || core::is_of_host(segment);
  shares_memory_with_host_ = shares_memory_with_host_ || (is_shared && segment.bytes != 0);
}

void StreamRace::note(const Site& site, Access, std::uintptr_t address) {
  if (site.kind != Kind::global) return;
  (site.access == Access::store ? footprint_->stores : footprint_->loads).add(address, site.bytes);
}

void StreamRace::reached_strong(const Site& site, Access access, std::uintptr_t address) {
  if (access == Access::store && site.kind == Kind::global && footprint_ != nullptr) {
    footprint_->strong_stores.add(address, site.bytes);
  }
}

void StreamRace::begin_kernel(bool are_streams_used) {
  if (are_streams_used || shares_memory_with_host_) footprint_ = std::make_unique<Footprint>();
}

Footprint StreamRace::end_kernel() {
  const std::unique_ptr<Footprint> footprint = std::move(footprint_);
  return footprint != nullptr ? std::move(*footprint) : Footprint();
}

void StreamRace::on_operation(const core::Streams::Issued& issued, Footprint footprint, std::uint64_t pc,
                              std::string_view label, const core::Moment& host) {
  for (const core::StreamRace& race : races_.add(issued, std::move(footprint), pc, host)) {
    report(FindingKind::stream_race, race, pc, label);
  }
}

void StreamRace::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc,
                                const core::Moment& host) {
  if (races_.is_empty()) return;
  const auto race = races_.host_access(access == Access::store, address, bytes, host);
  if (race) report(FindingKind::host_race, *race, pc, "");
}

void StreamRace::report(FindingKind kind, const core::StreamRace& race, std::uint64_t pc, std::string_view label) {
  core::Reporter& reporter = context_.reporter;
  FindingRecord finding = reporter.describe_access(kind, race.is_store ? Access::store : Access::load, 1, race.address,
                                                   static_cast<std::uintptr_t>(pc));
  finding.other_pc = reporter.library_offset(race.earlier_pc);
  label.copy(finding.kernel, sizeof finding.kernel - 1);
  reporter.report(finding);
}

}  // namespace simt::checks

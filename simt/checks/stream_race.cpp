#include "simt/checks/stream_race.hpp"

#include <algorithm>
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
  if (site.kind != Kind::global && site.kind != Kind::constant) return;
  (is_write(site.access) ? footprint_->stores : footprint_->loads).add(address, site.bytes);
}

void StreamRace::reached_strong(const Site& site, Access access, std::uintptr_t address) {
  if (is_write(access) && site.kind == Kind::global && footprint_ != nullptr) {
    footprint_->strong_stores.add(address, site.bytes);
  }
}

void StreamRace::note_texture(std::uintptr_t texture) {
  if (!textures_.empty() && textures_.back() == texture) return;
  if (std::find(textures_.begin(), textures_.end(), texture) == textures_.end()) textures_.push_back(texture);
}

void StreamRace::begin_kernel(bool are_streams_used) {
  textures_.clear();
  is_persisting_ = false;
  if (are_streams_used || shares_memory_with_host_) footprint_ = std::make_unique<Footprint>();
}

Footprint StreamRace::end_kernel() {
  const std::unique_ptr<Footprint> footprint = std::move(footprint_);
  Footprint used = footprint != nullptr ? std::move(*footprint) : Footprint();
  used.textures = textures_;
  used.is_persisting = is_persisting_;
  return used;
}

Footprint StreamRace::end_host_function() {
  HostFunction function = std::move(*host_function_);
  host_function_.reset();
  if (function.synchronizes) return std::move(function.shared);
  for (const auto& range : function.variables.loads.ranges()) {
    function.shared.loads.add(range.begin, range.end - range.begin);
  }
  for (const auto& range : function.variables.stores.ranges()) {
    function.shared.stores.add(range.begin, range.end - range.begin);
  }
  return std::move(function.shared);
}

template <class Uses>
void StreamRace::check_use(const Uses& uses, Detail what, std::uintptr_t pc, const core::Moment& host) {
  const auto call = races_.call_in_flight(uses, host);
  if (!call) return;
  core::Reporter& reporter = context_.reporter;
  FindingRecord finding = reporter.describe_refusal(FindingKind::host_race, {what, {}}, pc);
  finding.access = Access::store;
  finding.other_pc = reporter.library_offset(static_cast<std::uintptr_t>(*call));
  reporter.report(finding);
}

void StreamRace::on_texture_destroyed(std::uintptr_t texture, std::uintptr_t pc, const core::Moment& host) {
  const auto fetches = [texture](const Footprint& used) {
    return std::find(used.textures.begin(), used.textures.end(), texture) != used.textures.end();
  };
  check_use(fetches, Detail::texture_in_use, pc, host);
}

void StreamRace::on_persisting_reset(std::uintptr_t pc, const core::Moment& host) {
  check_use([](const Footprint& used) { return used.is_persisting; }, Detail::persisting_in_use, pc, host);
}

void StreamRace::on_operation(const core::Streams::Issued& issued, Footprint footprint, std::uint64_t pc,
                              std::string_view label, const core::Moment& host) {
  for (const core::StreamRace& race :
       races_.add(issued, std::move(footprint), pc, host, label.starts_with("cudaMemcpy"))) {
    report(FindingKind::stream_race, race, pc, label);
  }
}

void StreamRace::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc,
                                bool is_of_caller, const core::Moment& host) {
  if (host_function_) {
    // Other memory of the host may be free by the time that something else uses it.
    const Segment* const segment = context_.memory.addresses().find(address, bytes);
    const bool is_shared = segment != nullptr && (segment->owner == core::Owner::managed || core::is_of_host(*segment));
    if (!is_shared && !is_of_caller) return;
    Footprint& footprint = is_shared ? host_function_->shared : host_function_->variables;
    (is_write(access) ? footprint.stores : footprint.loads).add(address, bytes);
    return;
  }
  if (races_.is_empty()) return;
  const auto race = races_.host_access(is_write(access), address, bytes, host);
  if (race) report(FindingKind::host_race, *race, pc, "");
}

void StreamRace::on_caller_reads(std::uintptr_t address, std::size_t bytes, const core::Moment& host) {
  const auto race = races_.host_access(/*is_store=*/false, address, bytes, host);
  if (race) report(FindingKind::host_race, *race, race->earlier_pc, "", Detail::caller_reads);
}

void StreamRace::report(FindingKind kind, const core::StreamRace& race, std::uint64_t pc, std::string_view label,
                        Detail detail) {
  core::Reporter& reporter = context_.reporter;
  FindingRecord finding = reporter.describe_access(kind, race.is_store ? Access::store : Access::load, 1, race.address,
                                                   static_cast<std::uintptr_t>(pc));
  finding.other_pc = reporter.library_offset(race.earlier_pc);
  finding.detail = detail;
  const Segment* const segment = context_.memory.addresses().find(race.address, 1);
  if (race.own_before != 0 && segment != nullptr && segment->contains(race.own_before, 1)) {
    finding.detail = Detail::other_place;
    finding.numbers[0] = static_cast<std::int64_t>(race.own_before - segment->base);
  }
  label.copy(finding.kernel, sizeof finding.kernel - 1);
  reporter.report(finding);
}

}  // namespace simt::checks

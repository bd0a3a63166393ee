#include "simt/emulation/emulation.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "simt/core/threads/launch_limits.hpp"

// The built-in variables of the thread that runs; student code reads them directly.
simt::ThreadContext simt_thread;

namespace simt::core {

Emulation* in_kernel = nullptr;

namespace {

bool is_counted(Kind kind) { return kind == Kind::global || kind == Kind::shared || kind == Kind::constant; }

}  // namespace

Emulation::Emulation(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options)
    : options_(options),
      traffic_(options.device, options.count_traffic && options.model_caches),
      dynamic_limit_(std::min(default_shared_bytes, options.device.most_shared_bytes_per_block())),
      schedule_(options.schedule),
      block_(*this, schedule_),
      memory_(lent, library_base, {reinterpret_cast<const std::byte*>(block_.fibers().arena()), Fibers::arena_bytes()}),
      launches_(options.by_launch),
      reporter_(memory_, launches_, library_base),
      checks_({options_, memory_, sites_, block_, reporter_}, allocations_),
      streams_(options.device) {
  for (const Segment& segment : memory_.addresses().all()) {
    // What the grader lends for reading is filled.
    const bool is_unwritten = segment.owner == Owner::grader && segment.is_writable && !segment.has_values;
    note_mapped(segment, is_unwritten ? checks::Content::unwritten : checks::Content::written);
  }
}

Emulation::~Emulation() = default;

void Emulation::note_mapped(const Segment& segment, checks::Content content) {
  checks_.each([&](auto& check) { check.mapped(segment, content); });
}

Evidence Emulation::finish() {
  is_finished_ = true;
  traffic_.finish(sites_);
  Evidence evidence;
  for (const Site& site : sites_.all()) {
    if (site.traffic.requests == 0) continue;
    evidence.traffic.emplace_back(site.traffic).pc = reporter_.library_offset(site.pc);
  }
  std::sort(evidence.traffic.begin(), evidence.traffic.end(),
            [](const SiteTraffic& a, const SiteTraffic& b) { return a.pc < b.pc; });
  checks_.each([&](auto& check) { check.end_run(errors_.is_fatal()); });
  evidence.findings = reporter_.findings().all();
  put_cause_first(evidence.findings);
  evidence.partition_camping = traffic_.camping();
  evidence.estimated_seconds = traffic_.estimated_seconds();
  evidence.persisting_bytes = traffic_.persisting_bytes();
  evidence.operations.assign(streams_.operations().begin(), streams_.operations().end());
  for (OperationRecord& operation : evidence.operations) {
    operation.pc = reporter_.library_offset(operation.pc);
    operation.wait_pc = reporter_.library_offset(operation.wait_pc);
  }
  evidence.launch_count = launches_.count();
  evidence.launches = launches_.take();
  for (LaunchRecord& launch : evidence.launches) {
    launch.pc = reporter_.library_offset(launch.pc);
    for (SiteTraffic& traffic : launch.traffic) traffic.pc = reporter_.library_offset(traffic.pc);
  }
  allocations_.forget_freed();
  return evidence;
}

// Later failures may be consequences of the first call that failed.
void Emulation::put_cause_first(std::vector<FindingRecord>& findings) const {
  const std::optional<FindingRecord>& failed = errors_.failed_call();
  if (!failed || failed->pc == 0 || errors_.last() == cudaSuccess) return;
  const bool is_named = std::any_of(findings.begin(), findings.end(),
                                    [&failed](const FindingRecord& other) { return other.pc == failed->pc; });
  if (!is_named) findings.insert(findings.begin(), *failed);
}

// The path of an access that a check wants to see, or that is outside of the site's last segment: then it is in another
// segment, or it ends the kernel.
void Emulation::on_rare_access(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address,
                               std::uintptr_t pc) {
  Site& site = locate(access, bytes, is_aligned, address, pc);
  checks_.each([&](auto& check) { check.on_access(site, access, address); });
  count(site, address);
}

Site& Emulation::locate(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc) {
  if (is_aligned && address % bytes != 0) {
    die(reporter_.describe_access(FindingKind::misaligned, access, bytes, address, pc), cudaErrorMisalignedAddress);
  }
  Site* const site = sites_.guess(pc);
  if (site->pc != pc || site->bytes != bytes || site->access != access || address - site->base >= site->room) {
    return resolve(access, bytes, address, pc);
  }
  return *site;
}

void Emulation::count(Site& site, std::uintptr_t address) {
  if (!site.is_counted) return;
  if (site.interval != interval_) {
    site.interval = interval_;
    site.executions = 0;
  }
  if (site.executions >= site.open_rows) return open_row(site, address);
  add_lane(site, address);
}

Site& Emulation::resolve(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc) {
  const Segment* const segment = memory_.find_object(address, bytes);
  if (const auto wrong = checks_.bounds.violation(segment, access, address)) {
    die(reporter_.describe_access(*wrong, access, bytes, address, pc), cudaErrorIllegalAddress);
  }
  if (memory_.static_shared().contains(address, bytes)) note_static_shared(address, pc);
  Site& site = sites_.find(pc, access, segment->kind, is_of_host(*segment), bytes);
  site.is_streaming = hinted_.contains(access, address);
  site.base = segment->base;
  site.room = segment->bytes - bytes + 1;
  site.is_counted = options_.count_traffic && is_counted(segment->kind);
  site.quick_room = checks_.want(site, *segment) ? 0 : site.room;
  return site;
}

// A kernel's variables are known only when it uses them; only then can they be found too large.
void Emulation::note_static_shared(std::uintptr_t address, std::uintptr_t pc) {
  SharedVariables& variables = memory_.shared_variables();
  if (!variables.use(address)) return;
  const std::int64_t static_bytes = variables.bytes_used();
  occupancy_.shared_bytes_per_block = static_bytes + static_cast<std::int64_t>(memory_.dynamic_shared().bytes);
  traffic_.set_shape(occupancy_);
  if (!variables.are_known()) return;
  const Refusal refused = refusal_of_shared(static_bytes, occupancy_.shared_bytes_per_block, options_.device);
  if (refused.detail == Detail::none) return;
  die(reporter_.describe_refusal(FindingKind::bad_launch, refused, pc), cudaErrorInvalidConfiguration);
}

void Emulation::open_row(Site& site, std::uintptr_t address) {
  if (!traffic_.open_row(site, site.executions)) {
    block_.pause();
    site.interval = interval_;
    site.executions = 0;
    // Another lane that came back first may have opened it.
    if (site.open_rows == 0) traffic_.open_row(site, 0);
  }
  add_lane(site, address);
}

// A copy of any size goes in the largest pieces that its address and size allow.
void Emulation::on_range(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  const std::size_t piece = std::size_t{1} << std::countr_zero(address | bytes | 16);
  for (std::size_t done = 0; done < bytes; done += piece) {
    on_rare_access(access, static_cast<std::uint8_t>(piece), false, address + done, pc);
  }
}

Site& Emulation::locate_strong(Access access, memory::Scope scope, std::uint8_t bytes, bool is_aligned,
                               std::uintptr_t address, std::uintptr_t pc) {
  Site& site = locate(access, bytes, is_aligned, address, pc);
  site.is_strong = true;
  site.scope = scope;
  checks_.each([&](auto& check) { check.reached_strong(site, access, address); });
  block_.note_look(address);
  return site;
}

// An atomic update is one request, and counts as a store.
void Emulation::on_strong_access(Strength strength, memory::Scope scope, std::uint8_t bytes, bool is_aligned,
                                 std::uintptr_t address, std::uintptr_t pc) {
  const Access access = strength == Strength::load ? Access::load : Access::store;
  Site& site = locate_strong(access, scope, bytes, is_aligned, address, pc);
  if (site.kind != Kind::global && site.kind != Kind::shared) return;
  count(site, address);
  yield(pc);
  if (options_.find_races) checks_.each([&](auto& check) { check.on_strong(site, strength, address); });
}

void Emulation::die(const FindingRecord& finding, cudaError_t error) {
  reporter_.report(finding);
  errors_.leave_fatal(error);
  block_.kill();
}

// A thread that waits for time to pass makes progress: it is in no deadlock.
std::uint64_t Emulation::clock() {
  block_.note_activity();
  return ++clock_;
}

}  // namespace simt::core

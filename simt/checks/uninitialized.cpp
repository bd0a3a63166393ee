#include "simt/checks/uninitialized.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace simt::checks {

using core::Kind;
using core::Segment;
using core::Site;
using core::Strength;

void Uninitialized::mapped(const Segment& segment, Content content) {
  if (context_.options.find_races && content == Content::unwritten) written_[segment.base].assign(segment.bytes, 0);
}

std::uint8_t* Uninitialized::written_bytes(const Segment& segment) {
  const auto found = written_.find(segment.base);
  return found == written_.end() ? nullptr : found->second.data();
}

void Uninitialized::host_wrote(std::uintptr_t address, std::size_t bytes) {
  const Segment* const segment = context_.memory.find_global(reinterpret_cast<const void*>(address), bytes);
  std::uint8_t* const written = segment == nullptr ? nullptr : written_bytes(*segment);
  if (written == nullptr) return;
  std::memset(written + (address - segment->base), 1, bytes);
  if (calls_looked_up_ == most_calls_looked_up) return;
  ++calls_looked_up_;
  HostWrite& last = host_writes_[segment->base];
  const std::uint64_t pc = context_.reporter.library_offset(context_.reporter.calling_instruction());
  last.bytes = last.pc == pc ? last.bytes + static_cast<std::int64_t>(bytes) : static_cast<std::int64_t>(bytes);
  last.pc = pc;
}

bool Uninitialized::wants(Site& site, const Segment& segment) {
  site.written = segment.kind == Kind::global ? written_bytes(segment) : nullptr;
  return site.written != nullptr;
}

// A struct's padding is copied but never written, so only a load of nothing but unwritten bytes is reported.
void Uninitialized::check(const Site& site, Access access, std::uintptr_t address) {
  std::uint8_t* const written = site.written + (address - site.base);
  if (access == Access::store) {
    std::memset(written, 1, site.bytes);
  } else if (std::none_of(written, written + site.bytes, [](std::uint8_t byte) { return byte != 0; })) {
    core::Reporter& reporter = context_.reporter;
    FindingRecord finding =
        reporter.describe_access(FindingKind::uninitialized_global, Access::load, site.bytes, address, site.pc);
    const auto& all = written_[site.base];
    if (memories_looked_up_ < most_memories_looked_up &&
        std::none_of(all.begin(), all.end(), [](std::uint8_t byte) { return byte != 0; })) {
      ++memories_looked_up_;
      finding.detail = Detail::nothing_written;
    }
    if (const auto known = host_writes_.find(site.base); known != host_writes_.end()) {
      finding.other_pc = known->second.pc;
      finding.numbers[0] = known->second.bytes;
    }
    reporter.report(finding);
  }
}

void Uninitialized::on_strong(const Site& site, Strength strength, std::uintptr_t address) {
  if (strength != Strength::store) on_access(site, Access::load, address);
  if (strength != Strength::load) on_access(site, Access::store, address);
}

void Uninitialized::report_shared(const Site& site, std::uintptr_t address) {
  core::Reporter& reporter = context_.reporter;
  reporter.report(
      reporter.describe_access(FindingKind::uninitialized_shared, site.access, site.bytes, address, site.pc));
}

void Uninitialized::adopt(Uninitialized& earlier, const Segment& segment) {
  const auto written = earlier.written_.find(segment.base);
  if (context_.options.find_races && written != earlier.written_.end()) {
    written_[segment.base] = std::move(written->second);
  }
}

}  // namespace simt::checks

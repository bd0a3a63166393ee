#include "simt/checks/uninitialized.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/core/threads/numbers.hpp"

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
  } else if (address != kept_bits_ &&
             std::none_of(written, written + site.bytes, [](std::uint8_t byte) { return byte != 0; })) {
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
  if (reads_old_value(site, strength)) on_access(site, Access::load, address);
  if (strength != Strength::load) on_access(site, Access::store, address);
}

void Uninitialized::report_shared(const Site& site, std::uintptr_t address, const memory::SharedRaces& races) {
  if (address == kept_bits_) return;
  core::Reporter& reporter = context_.reporter;
  FindingRecord finding =
      reporter.describe_access(FindingKind::uninitialized_shared, site.access, site.bytes, address, site.pc);
  if (shared_looked_up_.size() < most_shared_looked_up && shared_looked_up_.insert(site.pc).second) {
    describe_stores(finding, address, races);
  }
  reporter.report(finding);
}

// Why nothing is there: what else of the same memory the block has stored, and by which instruction; which threads have
// ended.
void Uninitialized::describe_stores(FindingRecord& finding, std::uintptr_t address,
                                    const memory::SharedRaces& races) const {
  const std::uint32_t offset = context_.memory.shared_offset(address, finding.bytes);
  const auto begin = static_cast<std::uint32_t>(offset - finding.offset);
  const auto end = static_cast<std::uint32_t>(begin + finding.segment_bytes);
  const memory::SharedRaces::Stored stored = races.stored_in(begin, end, offset);
  if (stored.site) finding.other_pc = context_.reporter.library_offset(context_.sites.all()[*stored.site].pc);
  finding.numbers[1] = stored.words;
  finding.numbers[2] = stored.last;
  const Index3 size = finding.launch_block;
  const std::uint32_t threads = size.x * size.y * size.z;
  std::vector<bool> is_under_way(threads);
  for (std::uint32_t warp = 0; warp * memory::warp_lanes < threads; ++warp) {
    context_.block.each_lane_under_way(warp, [&](const core::Thread& thread) {
      is_under_way[static_cast<std::size_t>(&thread - &context_.block.thread(0))] = true;
    });
  }
  const auto ended = std::find(is_under_way.begin(), is_under_way.end(), false);
  if (ended == is_under_way.end()) return;
  finding.numbers[0] = std::count(is_under_way.begin(), is_under_way.end(), false);
  finding.other_thread =
      core::to_index(context_.block.thread(static_cast<std::uint32_t>(ended - is_under_way.begin())).index);
}

void Uninitialized::adopt(Uninitialized& earlier, const Segment& segment) {
  const auto written = earlier.written_.find(segment.base);
  if (context_.options.find_races && written != earlier.written_.end()) {
    written_[segment.base] = std::move(written->second);
  }
}

}  // namespace simt::checks

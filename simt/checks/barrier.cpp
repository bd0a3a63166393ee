#include "simt/checks/barrier.hpp"

#include "simt/core/threads/numbers.hpp"

namespace simt::checks {

using core::Kind;

bool Barrier::suspect(bool is_suspicious) {
  if (is_suspicious == is_suspicious_) return false;
  is_suspicious_ = is_suspicious;
  return true;
}

void Barrier::note_progress(const core::Site& site, std::uintptr_t address) {
  if (site.kind != Kind::global && site.kind != Kind::shared) return;
  if (is_write(site.access)) {
    context_.block.note_activity();
  } else {
    context_.block.note_look(address);
  }
}

void Barrier::report_divergence(const core::Divergence& divergence) {
  simt_thread.thread = divergence.waiting->index;
  FindingRecord finding = context_.reporter.describe(FindingKind::barrier_divergence, divergence.waiting->barrier_pc);
  // A thread that has ended went around the barrier, or never came to one.
  if (!divergence.has_ended) finding.other_pc = context_.reporter.library_offset(divergence.other->barrier_pc);
  finding.other_thread = core::to_index(divergence.other->index);
  finding.in_one_warp = divergence.is_of_warp;
  context_.reporter.report(finding);
}

void Barrier::report_deadlock(const core::Grid& grid) {
  const core::Thread& thread = context_.block.first_waiting();
  simt_thread.thread = thread.index;
  report_deadlock(grid, thread.barrier_pc, thread);
}

void Barrier::report_deadlock(const core::Grid& grid, std::uintptr_t pc) {
  report_deadlock(grid, pc, context_.block.current());
}

void Barrier::report_deadlock(const core::Grid& grid, std::uintptr_t pc, const core::Thread& thread) {
  core::Refusal reason{
      Detail::no_writer,
      {static_cast<std::int64_t>(grid.blocks()), static_cast<std::int64_t>(grid.begun() - grid.ended()),
       static_cast<std::int64_t>(grid.ended())}};
  if (grid.blocks() > grid.resident_limit()) {
    reason = {Detail::more_than_resident,
              {static_cast<std::int64_t>(grid.blocks()), static_cast<std::int64_t>(grid.resident_limit())}};
  }
  FindingRecord finding = context_.reporter.describe_refusal(FindingKind::deadlock, reason, pc);
  if (reason.detail == Detail::no_writer) name_awaited(thread, pc, finding);
  context_.reporter.report(finding);
}

// Of several words, which one it waits for is not known.
void Barrier::name_awaited(const core::Thread& thread, std::uintptr_t pc, FindingRecord& finding) const {
  constexpr std::uint8_t bytes = sizeof(std::uint32_t);
  const std::uintptr_t address = thread.last_look;
  const bool is_one = thread.looks == 1 && thread.looked_at[1] == 0 && address % bytes == 0;
  if (!is_one || context_.memory.find_object(address, bytes) == nullptr) return;
  const FindingRecord access =
      context_.reporter.describe_access(FindingKind::deadlock, Access::load, bytes, address, pc);
  if (access.memory != Memory::variable) return;
  finding.memory = access.memory;
  finding.bytes = bytes;
  finding.distance = *reinterpret_cast<const std::uint32_t*>(address);
  core::copy_text(finding.name, access.name);
}

}  // namespace simt::checks

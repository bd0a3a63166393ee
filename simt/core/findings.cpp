#include "simt/core/findings.hpp"

#include <algorithm>

namespace simt::core {
namespace {

bool is_race(const FindingRecord& finding) {
  switch (finding.kind) {
    case FindingKind::shared_race:
    case FindingKind::global_race:
    case FindingKind::stream_race:
    case FindingKind::host_race:
      return true;
    default:
      return false;
  }
}

bool is_unwritten(const FindingRecord& finding) {
  return finding.kind == FindingKind::uninitialized_shared || finding.kind == FindingKind::uninitialized_global;
}

bool is_same(const FindingRecord& a, const FindingRecord& b) {
  if (a.kind != b.kind) return false;
  if (!is_race(a)) return a.pc == b.pc;
  return std::minmax(a.pc, a.other_pc) == std::minmax(b.pc, b.other_pc);
}

}  // namespace

void Findings::add(const FindingRecord& finding) {
  const auto same = std::find_if(findings_.begin(), findings_.end(),
                                 [&](const FindingRecord& earlier) { return is_same(earlier, finding); });
  if (same == findings_.end()) {
    findings_.push_back(finding);
  } else {
    ++same->count;
    same->in_one_warp = same->in_one_warp && finding.in_one_warp;
  }
}

std::vector<FindingRecord> Findings::all() const {
  std::vector<FindingRecord> findings = findings_;
  std::erase_if(findings, [this](const FindingRecord& load) {
    return is_unwritten(load) && std::any_of(findings_.begin(), findings_.end(), [&load](const FindingRecord& race) {
             return is_race(race) && race.space == load.space && (race.pc == load.pc || race.other_pc == load.pc);
           });
  });
  return findings;
}

}  // namespace simt::core

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
    if (findings_.size() < most_findings) findings_.push_back(finding);
    return;
  }
  const std::int64_t count = same->count + 1;
  const bool in_one_warp = same->in_one_warp && finding.in_one_warp;
  if (same->is_remark() && !finding.is_remark()) *same = finding;
  same->count = count;
  same->in_one_warp = in_one_warp;
}

void Findings::explain(const FindingRecord& finding, Detail detail) {
  for (FindingRecord& known : findings_) {
    if (is_same(known, finding)) known.detail = detail;
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

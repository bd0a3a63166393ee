#include "simt/runtime/findings.hpp"

#include <algorithm>

namespace simt::runtime {

void Findings::add(const FindingRecord& finding) {
  const auto same = std::find_if(findings_.begin(), findings_.end(), [&](const FindingRecord& earlier) {
    return earlier.kind == finding.kind && earlier.pc == finding.pc;
  });
  if (same == findings_.end()) {
    findings_.push_back(finding);
  } else {
    ++same->count;
  }
}

}  // namespace simt::runtime

// What went wrong, each thing once.
#pragma once

#include <vector>

#include "simt/evidence.hpp"

namespace simt::runtime {

class Findings {
 public:
  /// Adds one, or counts it when its kind was found at its pc before.
  void add(const FindingRecord& finding);
  const std::vector<FindingRecord>& all() const { return findings_; }

 private:
  std::vector<FindingRecord> findings_;
};

}  // namespace simt::runtime

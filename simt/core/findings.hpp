// What went wrong, each thing once.
#pragma once

#include <vector>

#include "simt/evidence.hpp"

namespace simt::core {

class Findings {
 public:
  /// Adds one, or counts it when its kind was found at its pc before; for a race, between its two pcs.
  void add(const FindingRecord& finding);

  /// Without loads of unwritten memory that only came too early: that is the race's fault.
  std::vector<FindingRecord> all() const;

 private:
  std::vector<FindingRecord> findings_;
};

}  // namespace simt::core

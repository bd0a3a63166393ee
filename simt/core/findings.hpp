// What went wrong, each thing once.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/evidence.hpp"

namespace simt::core {

class Findings {
 public:
  /// More different ones than these are not kept.
  static constexpr std::size_t most_findings = 256;

  /// Adds one, or counts it when its kind was found at its pc before; for a race, between its two pcs. A mistake takes
  /// the place of a remark.
  void add(const FindingRecord& finding);

  /// Gives a finding that was added its `detail`.
  void explain(const FindingRecord& finding, Detail detail);

  /// Without loads of unwritten memory that only came too early: that is the race's fault.
  std::vector<FindingRecord> all() const;

 private:
  std::vector<FindingRecord> findings_;
};

}  // namespace simt::core

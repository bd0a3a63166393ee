// The emulator's counters under the names that a profiler's counters are recorded by, and their comparison.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/evidence.hpp"

namespace simt::test {

/// By the names of measurements/record_truth.py: "global_load_requests", "shared_store_conflicts" …
using Counts = std::map<std::string, std::int64_t>;

struct LabelledCounts {
  std::string label;
  Counts counts;
};

/// The sums over all lines of global and shared memory; constant memory has counters of its own in the hardware.
Counts counts_of(const std::vector<SiteTraffic>& traffic);

/// A file of measurements/data/.
nlohmann::json read_measurement(const std::string& name);

/// Expects every counter to be equal to the recorded one of its label (label → name → count). Those in `exceptions`
/// (label → name → {"at_most": …}) must differ, by no more than stated: an exception that is not needed fails, too.
void expect_as_recorded(const std::vector<LabelledCounts>& emulated, const nlohmann::json& recorded,
                        const nlohmann::json& exceptions);

}  // namespace simt::test

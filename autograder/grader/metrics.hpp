// Computes the metrics of course/metrics.hpp from what the emulator counted in one run of a part.
#pragma once

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// `bytes_moved` is what any correct solution must move; `device` is the one that `evidence` was counted for, with
/// model_caches. Leaves out time_vs_bound, which needs the part's operation (grader/pipeline/stream_time.hpp).
TrafficSummary summarize(const simt::Evidence& evidence, units::Bytes bytes_moved, const simt::memory::Device& device);

}  // namespace grader

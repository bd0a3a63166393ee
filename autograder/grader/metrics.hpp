// Computes the metrics of course/metrics.hpp from what the emulator counted in one run of a part.
#pragma once

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// `bytes_moved` is what any correct solution must move; `device` is the one that `evidence` was counted for, with
/// model_caches. Leaves out time_vs_bound, which needs the part's operation (grader/pipeline/stream_time.hpp).
TrafficSummary summarize(const simt::Evidence& evidence, units::Bytes bytes_moved, const simt::memory::Device& device);

/// The arithmetic that warps carry out, all of their lanes counted, ÷ that of the operation: 1 ÷ the warp execution
/// efficiency, if nothing is computed twice. Nothing for an operation whose kernels report none.
std::optional<double> divergence(const simt::Evidence& evidence, const course::Operation& operation,
                                 const course::Size& size);

/// `summary` without the metrics that mean nothing in a part: partition_camping, where the device's hardware spreads
/// addresses over its partitions and no part of the lab limits that metric; and time_vs_bound, where `part` has no
/// limit for it.
TrafficSummary with_relevant_metrics(TrafficSummary summary, const course::LabRules& lab, const course::PartRules& part,
                                     const simt::memory::Device& device);

}  // namespace grader

#include "grader/metrics.hpp"

#include <algorithm>

namespace grader {
namespace {

/// What all lines did together in one memory space. Conflicts of atomic updates are left out: a bank serves their lanes
/// one by one even where all want one word.
simt::SiteTraffic total_of(simt::Space space, const simt::Evidence& evidence) {
  simt::SiteTraffic total;
  for (simt::SiteTraffic site : evidence.traffic) {
    if (site.space != space) continue;
    if (site.access == simt::Access::atomic) site.wavefronts = site.conflicts = 0;
    simt::add_traffic(total, site);
  }
  return total;
}

/// Passes of shared memory other than those that a conflict of loads or stores costs. The share of conflicts says
/// nothing where these are many: accesses that nothing needs, or one lane at a time, make any share small.
std::int64_t shared_without_conflicts(const simt::Evidence& evidence) {
  std::int64_t wavefronts = 0;
  for (const simt::SiteTraffic& site : evidence.traffic) {
    if (site.space != simt::Space::shared) continue;
    wavefronts += site.wavefronts - (site.access == simt::Access::atomic ? 0 : site.conflicts);
  }
  return wavefronts;
}

/// Absent where there is none.
std::optional<double> atomic_requests(const simt::Evidence& evidence) {
  std::int64_t requests = 0;
  for (const simt::SiteTraffic& site : evidence.traffic) {
    if (site.access == simt::Access::atomic) requests += site.requests;
  }
  if (requests == 0) return std::nullopt;
  return static_cast<double>(requests);
}

/// Absent where there is nothing to divide by.
std::optional<double> ratio(std::int64_t value, std::int64_t by) {
  if (by == 0) return std::nullopt;
  return static_cast<double>(value) / static_cast<double>(by);
}

/// Of a load from constant memory by 32 lanes. Loads whose lanes all want one word make any mean small. So where loads
/// that serve few lanes at a time cost several times what the part's bytes do, they alone count.
std::optional<double> constant_wavefronts(const simt::Evidence& evidence, double least) {
  const simt::SiteTraffic all = total_of(simt::Space::constant, evidence);
  const auto mean = ratio(all.wavefronts, all.requests);
  if (!mean || static_cast<double>(all.narrow_wavefronts) <= 4 * least) return mean;
  const auto by_few = ratio(simt::memory::warp_lanes * all.narrow_wavefronts, all.narrow_lanes);
  return std::max(*mean, by_few.value_or(0));
}

template <class IsOfKind>
double count_operations(const simt::Evidence& evidence, IsOfKind is_of_kind) {
  return static_cast<double>(std::count_if(evidence.operations.begin(), evidence.operations.end(),
                                           [&](const auto& operation) { return is_of_kind(operation.kind); }));
}

bool is_kernel(simt::OperationKind kind) { return kind == simt::OperationKind::kernel; }

bool is_copy_or_fill(simt::OperationKind kind) {
  return !is_kernel(kind) && kind != simt::OperationKind::host_function;
}

/// The metric assumes addresses that are not spread over the partitions, as on old devices. On other devices it is of
/// use only in a lab that teaches it.
bool has_camping(const simt::memory::Device& device, const course::LabRules& lab) {
  return !device.has_hashed_partitions || std::any_of(lab.parts.begin(), lab.parts.end(), [](const auto& part) {
    return part.second.traffic.at_most["partition_camping"].has_value();
  });
}

}  // namespace

TrafficSummary summarize(const simt::Evidence& evidence, units::Bytes bytes_moved, const simt::memory::Device& device) {
  const simt::SiteTraffic global = total_of(simt::Space::global, evidence);
  const simt::SiteTraffic shared = total_of(simt::Space::shared, evidence);

  TrafficSummary summary;
  course::MetricValues& values = summary.values;
  values["traffic_vs_minimum"] = ratio(global.sectors * device.sector_bytes, bytes_moved.value);
  values["conflict_share"] = ratio(shared.conflicts, shared.wavefronts);
  const double least = bytes_moved.value / (double{1} * device.banks * device.bank_bytes);
  values["constant_wavefronts"] = constant_wavefronts(evidence, least);
  values["atomic_requests"] = atomic_requests(evidence);
  const std::int64_t words_of_requests = global.requests * device.request_lanes;
  values["requests_vs_minimum"] = ratio(words_of_requests * device.bank_bytes, bytes_moved.value);
  if (global.update_sectors > 0)
    values["updates_vs_minimum"] = ratio(global.update_sectors * device.sector_bytes, bytes_moved.value);
  if (const std::int64_t wavefronts = shared_without_conflicts(evidence); wavefronts != 0) {
    values["shared_wavefronts"] = ratio(wavefronts * device.banks * device.bank_bytes, bytes_moved.value);
  }
  // What lies in the host's memory is in no DRAM of the device, and costs more.
  const std::int64_t host_bytes = global.host_sectors * device.sector_bytes;
  values["dram_vs_minimum"] = ratio(global.levels.dram() + host_bytes, bytes_moved.value);
  if (evidence.partition_camping > 0) values["partition_camping"] = evidence.partition_camping;
  if (evidence.kept_by_blocks > 0) values["kept_by_blocks"] = evidence.kept_by_blocks;
  if (evidence.around_launches > 0) values["around_launches"] = evidence.around_launches;
  if (evidence.past_textures > 0) values["past_textures"] = evidence.past_textures;
  if (evidence.host_written > 0) values["written_by_host"] = static_cast<double>(evidence.host_written);
  if (evidence.local_bytes > 0) values["local_vs_minimum"] = ratio(evidence.local_bytes, bytes_moved.value);
  if (evidence.local_wavefronts > 0) {
    values["local_wavefronts"] = ratio(evidence.local_wavefronts * device.banks * device.bank_bytes, bytes_moved.value);
  }
  if (evidence.busiest_block > 0) values["busiest_block"] = evidence.busiest_block;
  values["launches"] = count_operations(evidence, is_kernel);
  values["waits"] = evidence.host_waits;
  values["copies"] = count_operations(evidence, is_copy_or_fill);

  if (global.levels != simt::memory::LevelBytes{}) summary.levels = global.levels;
  if (const units::Seconds seconds{evidence.estimated_seconds}; seconds.value > 0) {
    summary.estimate = EstimatedSpeed{seconds, bytes_moved / seconds};
  }
  summary.sectors_vs_ideal = ratio(global.sectors, global.ideal_sectors).value_or(1);
  return summary;
}

std::optional<double> divergence(const simt::Evidence& evidence, const course::Operation& operation,
                                 const course::Size& size) {
  const double needed = operation.multiply_adds == nullptr ? 0 : operation.multiply_adds(size);
  if (needed == 0) return std::nullopt;
  return evidence.issued_multiply_adds / needed;
}

TrafficSummary with_relevant_metrics(TrafficSummary summary, const course::LabRules& lab, const course::PartRules& part,
                                     const simt::memory::Device& device) {
  if (!has_camping(device, lab)) summary.values["partition_camping"].reset();
  if (!part.traffic.at_most["kept_by_blocks"]) summary.values["kept_by_blocks"].reset();
  // A stage in several launches does not take up all from the one before; then there are too many launches.
  const auto& launches = part.traffic.at_most["launches"];
  const bool has_many_launches = launches && summary.values["launches"].value_or(0) > *launches;
  if (!part.traffic.at_most["around_launches"] || has_many_launches) summary.values["around_launches"].reset();
  if (!part.traffic.at_most["past_textures"]) summary.values["past_textures"].reset();
  if (!part.traffic.at_most["written_by_host"]) summary.values["written_by_host"].reset();
  if (!part.traffic.at_most["local_vs_minimum"]) summary.values["local_vs_minimum"].reset();
  if (!part.traffic.at_most["local_wavefronts"]) summary.values["local_wavefronts"].reset();
  if (!part.traffic.at_most["busiest_block"]) summary.values["busiest_block"].reset();
  if (!part.traffic.at_most["divergence"]) summary.values["divergence"].reset();
  if (!part.traffic.at_most["waits"]) summary.values["waits"].reset();
  if (!part.traffic.at_most["requests_vs_minimum"]) summary.values["requests_vs_minimum"].reset();
  if (!part.traffic.at_most["updates_vs_minimum"]) summary.values["updates_vs_minimum"].reset();
  if (!part.traffic.at_most["time_vs_bound"]) summary.values["time_vs_bound"].reset();
  return summary;
}

}  // namespace grader

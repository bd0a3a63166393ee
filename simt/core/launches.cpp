#include "simt/core/launches.hpp"

#include <utility>

#include "simt/core/threads/numbers.hpp"

namespace simt::core {
namespace {

SiteTraffic difference(const SiteTraffic& after, const SiteTraffic& before) {
  SiteTraffic launch;
  launch.pc = after.pc;
  launch.space = after.space;
  launch.access = after.access;
  launch.bytes = after.bytes;
  for (const auto counter : traffic_counters) launch.*counter = after.*counter - before.*counter;
  return launch;
}

}  // namespace

void Launches::end(std::string_view kernel, const LaunchShape& shape, std::uint64_t pc, StreamNumber stream,
                   Sites& sites) {
  running_ = 0;
  if (!keeps_records_ || records_.size() == most_kept) return;
  records_.push_back({std::string(kernel), to_index(shape.grid), to_index(shape.block), pc,
                      static_cast<std::int64_t>(shape.shared_bytes), stream, shape.is_cooperative,
                      since_last_launch(sites)});
}

std::vector<SiteTraffic> Launches::since_last_launch(Sites& sites) {
  std::vector<SiteTraffic> launch;
  before_.resize(sites.all().size());
  for (const Site& site : sites.all()) {
    SiteTraffic& before = before_[site.index];
    if (site.traffic.requests == before.requests) continue;
    launch.push_back(difference(site.traffic, before));
    before = site.traffic;
  }
  return launch;
}

}  // namespace simt::core

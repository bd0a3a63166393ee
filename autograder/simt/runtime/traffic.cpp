#include "simt/runtime/traffic.hpp"

#include <algorithm>

#include "simt/memory/global.hpp"
#include "simt/memory/segments.hpp"
#include "simt/memory/shared.hpp"

namespace simt::runtime {

bool Traffic::open_row(Site& site, std::uint32_t execution) {
  if (execution == max_rows) return false;
  if (site.open_rows == 0) open_.push_back(&site);
  // Rows open in order: a lane's executions count up from 0.
  site.open_rows = execution + 1;
  if (site.rows.size() < site.open_rows) site.rows.resize(site.open_rows);
  site.rows[execution].active = 0;
  site.rows[execution].bytes = site.bytes;
  return true;
}

void Traffic::count_rows() {
  for (Site* site : open_) {
    site->traffic.requests += site->open_rows;
    for (std::uint32_t row = 0; row < site->open_rows; ++row) {
      if (site->kind == Kind::shared) {
        count_shared(site->rows[row], *site);
      } else {
        count_global(site->rows[row], *site);
      }
    }
  }
  drop_rows();
}

void Traffic::drop_rows() {
  for (Site* site : open_) site->open_rows = 0;
  open_.clear();
}

void Traffic::keep_if_worst(const memory::Request& request, int cost, Site& site) {
  if (cost <= site.traffic.worst) return;
  site.traffic.worst = cost;
  site.traffic.worst_lanes = request.active;
  std::copy(request.address.begin(), request.address.end(), site.traffic.worst_address);
}

void Traffic::count_second_half(const memory::Request& request, Site& site) const {
  if (device_.request_lanes == memory::warp_lanes) return;
  if ((request.active & 0xffffU) != 0 && request.active >> memory::half_warp_lanes != 0) ++site.traffic.requests;
}

void Traffic::count_global(const memory::Request& request, Site& site) {
  if (device_.rule == memory::Rule::segments) return count_segments(request, site);
  const memory::Sectors sectors(request, device_);
  site.traffic.sectors += sectors.count();
  keep_if_worst(request, sectors.count(), site);
  site.traffic.ideal_sectors += memory::ideal_sectors(request, device_);
  if (site.access == Access::load) return;
  for (const std::uint64_t number : sectors.numbers()) partitions_.store_sector(number * device_.sector_bytes);
}

// Segments are whole sectors, so that their bytes can be told in sectors.
void Traffic::count_segments(const memory::Request& request, Site& site) {
  count_second_half(request, site);
  int sectors = 0;
  for (const int half : {0, 1}) {
    const memory::Transactions issued(request, half);
    for (const memory::Transaction& one : issued.all()) {
      const int moved = static_cast<int>(one.bytes) / device_.sector_bytes;
      sectors += moved;
      if (site.access == Access::load) continue;
      for (int i = 0; i < moved; ++i) partitions_.store_sector(one.address + i * device_.sector_bytes);
    }
  }
  site.traffic.sectors += sectors;
  site.traffic.ideal_sectors += memory::ideal_sectors(request, device_);
  keep_if_worst(request, sectors, site);
}

void Traffic::count_shared(const memory::Request& request, Site& site) {
  count_second_half(request, site);
  const memory::SharedPasses passes = memory::shared_passes(request, device_);
  site.traffic.wavefronts += passes.wavefronts;
  site.traffic.conflicts += passes.conflicts;
  keep_if_worst(request, passes.wavefronts, site);
}

}  // namespace simt::runtime

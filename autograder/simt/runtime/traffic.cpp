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

inline void Traffic::count_request(const memory::Request& request, Site& site) {
  ++site.traffic.requests;
  if (site.kind == Kind::shared) {
    count_shared(request, site);
  } else {
    count_global(request, site);
  }
}

void Traffic::count_rows() {
  const bool by_halves = device_.request_lanes < memory::warp_lanes;
  for (Site* site : open_) {
    for (std::uint32_t row = 0; row < site->open_rows; ++row) {
      if (by_halves) [[unlikely]] {
        count_halves(site->rows[row], *site);
      } else {
        count_request(site->rows[row], *site);
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

void Traffic::count_halves(const memory::Request& row, Site& site) {
  memory::Request half = row;
  for (const std::uint32_t lanes : {0x0000ffffU, 0xffff0000U}) {
    half.active = row.active & lanes;
    if (half.active != 0) count_request(half, site);
  }
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
  const memory::Transactions issued(request, (request.active & 0xffffU) != 0 ? 0 : 1);
  for (const memory::Transaction& one : issued.all()) {
    if (site.access == Access::load) continue;
    for (std::uint32_t done = 0; done < one.bytes; done += device_.sector_bytes) {
      partitions_.store_sector(one.address + done);
    }
  }
  const std::int64_t bytes = issued.bytes();
  const auto sectors = static_cast<int>(bytes / device_.sector_bytes);
  site.traffic.transactions += issued.count();
  site.traffic.transaction_bytes += bytes;
  site.traffic.sectors += sectors;
  site.traffic.ideal_sectors += memory::ideal_sectors(request, device_);
  keep_if_worst(request, sectors, site);
}

void Traffic::count_shared(const memory::Request& request, Site& site) {
  const memory::SharedPasses passes = memory::shared_passes(request, device_);
  site.traffic.wavefronts += passes.wavefronts;
  site.traffic.conflicts += passes.conflicts;
  keep_if_worst(request, passes.wavefronts, site);
}

}  // namespace simt::runtime

#include "simt/core/access/traffic.hpp"

#include <algorithm>

#include "simt/memory/constant.hpp"
#include "simt/memory/global.hpp"
#include "simt/memory/segments.hpp"
#include "simt/memory/shared.hpp"

namespace simt::core {
namespace {

memory::Route route(const Site& site) {
  const auto hint = site.is_streaming ? memory::AccessProperty::streaming : memory::AccessProperty::unspecified;
  if (site.access == Access::store) return {memory::Traversal::store, hint};
  return {site.is_strong ? memory::Traversal::load_past_l1 : memory::Traversal::load, hint};
}

}  // namespace

Traffic::Traffic(const memory::Device& device, bool model_caches) : device_(device), partitions_(device) {
  if (model_caches) caches_.emplace(device);
  if (!device.has_caches() && device.copy_bytes_per_second > 0) estimate_.emplace(device);
}

void Traffic::begin_launch(const memory::LaunchShape& shape, const memory::AccessWindow& window) {
  partitions_.begin_launch();
  if (caches_) caches_->begin_launch(shape, window);
  if (estimate_) estimate_->begin_launch(shape);
}

std::int64_t Traffic::set_aside(std::int64_t bytes) { return caches_ ? caches_->set_aside(bytes) : bytes; }

void Traffic::reset_persisting() {
  if (caches_) caches_->reset_persisting();
}

void Traffic::set_shape(const memory::LaunchShape& shape) {
  if (caches_) caches_->set_shape(shape);
  if (estimate_) estimate_->set_shape(shape);
}

void Traffic::begin_block(std::uint64_t number) {
  partitions_.begin_block();
  if (estimate_) estimate_->begin_block();
  resume_block(number);
}

void Traffic::resume_block(std::uint64_t number) {
  if (caches_) caches_->enter_block(number);
}

void Traffic::finish(Sites& sites) {
  if (!caches_) return;
  const memory::CacheHierarchy& caches = caches_->finish();
  for (Site& site : sites.all()) site.traffic.levels = caches.of(site.index);
}

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
  } else if (site.kind == Kind::constant) {
    count_constant(request, site);
  } else {
    count_global(request, site);
  }
}

void Traffic::count_rows(std::uint32_t warp) {
  warp_ = warp;
  const bool by_halves = device_.request_lanes < memory::warp_lanes;
  std::uint32_t rows = 0;
  for (const Site* site : open_) rows = std::max(rows, site->open_rows);
  // Execution by execution, as a loop's body comes to its sites: the order matters to caches.
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (Site* site : open_) {
      if (row >= site->open_rows) continue;
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
  ++closings_;
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
  if (site.is_of_host) return;  // neither in the caches nor in the device's memory
  if (caches_) [[unlikely]]
    caches_->request(warp_, site.index, route(site), sectors.numbers());
  if (site.access == Access::load) return;
  for (const std::uint64_t number : sectors.numbers()) partitions_.store_sector(number * device_.sector_bytes);
}

// Segments are whole sectors, so that their bytes can be given in sectors.
void Traffic::count_segments(const memory::Request& request, Site& site) {
  const memory::Transactions issued(request, (request.active & 0xffffU) != 0 ? 0 : 1);
  std::array<std::uint64_t, memory::warp_lanes * 2> numbers;
  std::size_t count = 0;
  for (const memory::Transaction& one : issued.all()) {
    if (site.is_of_host) break;
    if (estimate_) estimate_->transfer(one.address, one.bytes);
    for (std::uint32_t done = 0; done < one.bytes; done += device_.sector_bytes) {
      numbers[count++] = (one.address + done) / device_.sector_bytes;
    }
    if (site.access == Access::load) continue;
    for (std::uint32_t done = 0; done < one.bytes; done += device_.sector_bytes) {
      partitions_.store_sector(one.address + done);
    }
  }
  if (caches_ && !site.is_of_host) caches_->request(warp_, site.index, route(site), {numbers.data(), count});
  const std::int64_t bytes = issued.bytes();
  const auto sectors = static_cast<int>(bytes / device_.sector_bytes);
  site.traffic.transactions += issued.count();
  site.traffic.transaction_bytes += bytes;
  site.traffic.sectors += sectors;
  site.traffic.ideal_sectors += memory::ideal_sectors(request, device_);
  keep_if_worst(request, sectors, site);
}

void Traffic::count_shared(const memory::Request& request, Site& site) {
  const memory::SharedWavefronts total = memory::shared_wavefronts(request, device_);
  site.traffic.wavefronts += total.wavefronts;
  site.traffic.conflicts += total.conflicts;
  if (estimate_) [[unlikely]]
    estimate_->shared_wavefronts(total.wavefronts);
  keep_if_worst(request, total.wavefronts, site);
}

void Traffic::count_constant(const memory::Request& request, Site& site) {
  const int wavefronts = memory::constant_wavefronts(request);
  site.traffic.wavefronts += wavefronts;
  site.traffic.conflicts += wavefronts - 1;
  keep_if_worst(request, wavefronts, site);
}

}  // namespace simt::core

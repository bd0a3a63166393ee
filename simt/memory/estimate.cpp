#include "simt/memory/estimate.hpp"

#include <algorithm>
#include <numeric>

#include "simt/memory/global.hpp"
#include "simt/memory/segments.hpp"
#include "simt/memory/shared.hpp"

namespace simt::memory {

void Estimate::begin_launch(const LaunchShape& shape) {
  close_window();
  set_shape(shape);
}

void Estimate::begin_block() {
  if (blocks_ == device_.blocks_in_flight) close_window();
  ++blocks_;
}

void Estimate::global(const Request& request) {
  if (device_.rule == Rule::segments) {
    for (const int half : {0, 1}) {
      const Transactions issued(request, half);
      for (const Transaction& one : issued.all()) transfer(one.address, one.bytes);
    }
  } else {
    const Sectors sectors(request, device_);
    for (const std::uint64_t sector : sectors.numbers()) {
      transfer(sector * device_.sector_bytes, device_.sector_bytes);
    }
  }
}

void Estimate::transfer(std::uint64_t address, std::uint32_t bytes) {
  partition_bytes_[(address / device_.partition_bytes) % partition_bytes_.size()] += bytes;
  dram_bytes_ += bytes;
}

void Estimate::shared(const Request& request) {
  wavefronts_ += memory::shared_wavefronts(request, SharedUse::store, device_).wavefronts;
}

double Estimate::seconds() {
  close_window();
  return seconds_;
}

double Estimate::dram_seconds() const {
  const double bandwidth =
      device_.copy_bytes_per_second > 0 ? device_.copy_bytes_per_second : device_.dram_bytes_per_second;
  if (device_.has_hashed_partitions) {
    const auto bytes = std::accumulate(partition_bytes_.begin(), partition_bytes_.end(), std::int64_t{0});
    return static_cast<double>(bytes) / bandwidth;
  }
  const auto busiest = *std::max_element(partition_bytes_.begin(), partition_bytes_.end());
  return static_cast<double>(busiest) * device_.partitions / bandwidth;
}

double Estimate::shared_seconds() const {
  const int busy = std::clamp(blocks_, 1, device_.multiprocessors);
  return static_cast<double>(wavefronts_) / busy * device_.cycles_per_wavefront / device_.clock_hz;
}

void Estimate::close_window() {
  const double dram = dram_seconds();
  const double shared = shared_seconds();
  seconds_ += std::max(dram, shared) + std::min(dram, shared) / resident_;
  std::fill(partition_bytes_.begin(), partition_bytes_.end(), 0);
  wavefronts_ = 0;
  blocks_ = 0;
}

}  // namespace simt::memory

#include "simt/memory/estimate.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

void Workload::begin_launch(const LaunchShape& shape) {
  end_launch();
  shape_ = shape;
}

void Workload::request(Use use, std::uint32_t site, std::span<const std::uint64_t> sectors, int wavefronts,
                       int updates) {
  const auto line_sectors = static_cast<std::uint64_t>(device_.cache_line_bytes / device_.sector_bytes);
  (sectors.empty() ? open_.wavefronts : open_.l1_wavefronts) += wavefronts;
  if (!sectors.empty()) {
    ++open_.requests;
    if (site >= open_.sites.size()) open_.sites.resize(site + 1);
    open_.sites[site].sectors += static_cast<std::int64_t>(sectors.size());
    open_.sites[site].use = use;
  }
  switch (use) {
    case Use::load:
      is_in_shared_loads_ = false;
      if (std::find(batch_.begin(), batch_.end(), site) == batch_.end()) batch_.push_back(site);
      break;
    case Use::shared_load:
      end_batch();
      if (!is_in_shared_loads_) ++open_.shared_waits;
      is_in_shared_loads_ = true;
      break;
    case Use::update:
      open_.update_sectors += updates;
      for (const std::uint64_t sector : sectors) {
        open_.updated[sector / line_sectors] += static_cast<double>(updates) / static_cast<double>(sectors.size());
      }
      [[fallthrough]];
    case Use::store:
      end_round();
      break;
    case Use::shared_store:  // nvcc loads from global memory before it
      break;
  }
}

void Workload::end_round() {
  end_batch();
  is_in_shared_loads_ = false;
}

void Workload::end_batch() {
  if (batch_.empty()) return;
  std::sort(batch_.begin(), batch_.end());
  ++open_.batches[batch_];
  batch_.clear();
}

void Workload::end_launch() {
  end_round();
  if (blocks_ > 0) {
    open_.shape = shape_;
    open_.launches = 1;
    open_.blocks = blocks_;
    open_.barriers = barriers_;
    const auto is_alike = [&](const Launches& other) {
      return other.shape.threads_per_block == shape_.threads_per_block &&
             other.shape.shared_bytes_per_block == shape_.shared_bytes_per_block &&
             other.blocks == other.launches * blocks_;
    };
    const auto alike = std::find_if(ended_.begin(), ended_.end(), is_alike);
    if (alike == ended_.end()) {
      ended_.push_back(std::move(open_));
    } else {
      Launches& all = *alike;
      ++all.launches;
      for (std::int64_t Launches::*count :
           {&Launches::blocks, &Launches::requests, &Launches::l1_wavefronts, &Launches::wavefronts,
            &Launches::update_sectors, &Launches::barriers, &Launches::shared_waits}) {
        all.*count += open_.*count;
      }
      if (all.sites.size() < open_.sites.size()) all.sites.resize(open_.sites.size());
      for (std::size_t i = 0; i < open_.sites.size(); ++i) {
        if (open_.sites[i].sectors > 0) all.sites[i].use = open_.sites[i].use;
        all.sites[i].sectors += open_.sites[i].sectors;
      }
      for (const auto& [sites, count] : open_.batches) all.batches[sites] += count;
      for (const auto& [line, count] : open_.updated) all.updated[line] += count;
    }
  }
  open_ = {};
  blocks_ = barriers_ = 0;
}

// The loads of a batch wait together: as long as the slowest of its sites does in the mean.
double Workload::latency(const std::vector<std::uint32_t>& sites, const std::vector<LevelBytes>& levels) const {
  const Timing& timing = device_.timing;
  double longest = timing.l1_seconds;
  for (const std::uint32_t site : sites) {
    const LevelBytes& of = levels[site];
    const auto bytes = static_cast<double>(of.l1_read + of.l2_read + of.dram_read);
    if (bytes == 0) continue;
    longest = std::max(longest, (static_cast<double>(of.l1_read) * timing.l1_seconds +
                                 static_cast<double>(of.l2_read) * timing.l2_seconds +
                                 static_cast<double>(of.dram_read) * timing.dram_seconds) /
                                    bytes);
  }
  return longest;
}

std::vector<Work> Workload::work(const std::function<LevelBytes(std::uint32_t)>& levels) {
  end_launch();
  std::vector<std::int64_t> sectors;  // by site, of the whole run
  for (const Launches& group : ended_) {
    if (sectors.size() < group.sites.size()) sectors.resize(group.sites.size());
    for (std::size_t i = 0; i < group.sites.size(); ++i) sectors[i] += group.sites[i].sectors;
  }
  std::vector<LevelBytes> by_site(sectors.size());
  for (std::size_t i = 0; i < by_site.size(); ++i) by_site[i] = levels(static_cast<std::uint32_t>(i));

  std::vector<Work> all;
  for (const Launches& group : ended_) {
    Work work;
    work.shape = group.shape;
    work.launches = static_cast<double>(group.launches);
    work.blocks = static_cast<double>(group.blocks);
    work.requests = static_cast<double>(group.requests);
    work.l1_wavefronts = static_cast<double>(group.l1_wavefronts);
    work.wavefronts = static_cast<double>(group.wavefronts);
    work.barriers = static_cast<double>(group.barriers);
    work.update_sectors = static_cast<double>(group.update_sectors);
    for (const auto& [line, count] : group.updated) work.updates_of_a_line = std::max(work.updates_of_a_line, count);
    work.batches = static_cast<double>(group.shared_waits);
    work.waits = work.batches * device_.timing.shared_seconds;
    for (const auto& [sites, count] : group.batches) {
      work.batches += static_cast<double>(count);
      work.waits += static_cast<double>(count) * latency(sites, by_site);
    }
    for (std::size_t i = 0; i < group.sites.size(); ++i) {
      if (group.sites[i].sectors == 0) continue;
      const double share = static_cast<double>(group.sites[i].sectors) / static_cast<double>(sectors[i]);
      const LevelBytes& of = by_site[i];
      work.dram_loaded += share * static_cast<double>(of.dram_read);
      work.dram_stored += share * static_cast<double>(of.dram_written);
      const auto bytes = static_cast<double>(group.sites[i].sectors * device_.sector_bytes);
      if (group.sites[i].use == Use::load) {
        work.l2_loaded += share * static_cast<double>(of.l2_read + of.dram_read);
      } else {
        work.l2_stored += bytes;
      }
    }
    all.push_back(work);
  }
  return all;
}

}  // namespace simt::memory

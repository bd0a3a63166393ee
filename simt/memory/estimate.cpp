#include "simt/memory/estimate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <unordered_set>
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
  const auto chunk_sectors = static_cast<std::uint64_t>(device_.timing.update_chunk_bytes / device_.sector_bytes);
  (sectors.empty() ? open_.wavefronts : open_.l1_wavefronts) += wavefronts;
  if (!sectors.empty()) {
    ++open_.requests;
    if (site >= open_.sites.size()) open_.sites.resize(site + 1);
    SiteWork& work = open_.sites[site];
    work.sectors += static_cast<std::int64_t>(sectors.size());
    work.use = use;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      if (i == 0 || sectors[i] / line_sectors != sectors[i - 1] / line_sectors) ++work.lines;
    }
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
      // One part of the L2 makes all updates of a chunk: few words have few such parts.
      for (const std::uint64_t sector : sectors) {
        open_.updated[sector / chunk_sectors] += static_cast<double>(updates) / static_cast<double>(sectors.size());
      }
      [[fallthrough]];
    case Use::store:
      end_round();
      break;
    case Use::shared_store:  // nvcc loads from global memory before it
      break;
  }
}

void Workload::store(std::uint32_t site, const Request& request, std::span<const std::uint64_t> sectors) {
  const auto sector_bytes = static_cast<std::uint64_t>(device_.sector_bytes);
  if (static_cast<std::uint64_t>(std::popcount(request.active)) * request.bytes >= sectors.size() * sector_bytes)
    return;
  const auto line_sectors = static_cast<std::uint64_t>(device_.cache_line_bytes / device_.sector_bytes);
  if (site >= open_.sites.size()) open_.sites.resize(site + 1);
  std::array<std::uint32_t, 2 * warp_lanes> stored{};
  for (std::uint32_t lanes = request.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t first = request.address[static_cast<std::size_t>(std::countr_zero(lanes))];
    // A lane's access is within one sector, or is aligned and touches two wholly or from a sector's start.
    for (std::uint64_t at = first; at < first + request.bytes; at = (at / sector_bytes + 1) * sector_bytes) {
      const auto place = std::lower_bound(sectors.begin(), sectors.end(), at / sector_bytes) - sectors.begin();
      const std::uint64_t end = std::min(first + request.bytes, (at / sector_bytes + 1) * sector_bytes);
      const std::uint64_t bits = ((std::uint64_t{1} << (end - at)) - 1) << at % sector_bytes;
      stored[static_cast<std::size_t>(place)] |= static_cast<std::uint32_t>(bits);
    }
  }
  std::uint64_t masked_line = ~std::uint64_t{0};
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    if (stored[i] == ~std::uint32_t{0}) continue;
    ++open_.sites[site].partly_stored;
    if (sectors[i] / line_sectors != masked_line) ++open_.sites[site].masked_lines;
    masked_line = sectors[i] / line_sectors;
    stored_bytes_[sectors[i]] |= stored[i];
  }
}

void Workload::execute(const CodeCost& cost, std::int64_t times) {
  for (std::size_t i = 0; i < cost.issued.size(); ++i) {
    open_.issued[i] += static_cast<double>(times) * cost.issued[i];
    open_.chained[i] += static_cast<double>(times) * cost.chained[i];
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
    open_.shape.registers_per_thread = registers_;
    open_.launches = 1;
    open_.blocks = blocks_;
    open_.barriers = barriers_;
    const auto is_alike = [&](const Launches& other) {
      return other.shape.threads_per_block == shape_.threads_per_block &&
             other.shape.shared_bytes_per_block == shape_.shared_bytes_per_block &&
             other.shape.registers_per_thread == registers_ && other.blocks == other.launches * blocks_;
    };
    const auto alike = std::find_if(ended_.begin(), ended_.end(), is_alike);
    if (alike == ended_.end()) {
      ended_.push_back(std::move(open_));
    } else {
      Launches& all = *alike;
      ++all.launches;
      for (std::int64_t Launches::*count :
           {&Launches::blocks, &Launches::requests, &Launches::l1_wavefronts, &Launches::wavefronts,
            &Launches::constant_words, &Launches::update_sectors, &Launches::barriers, &Launches::shared_waits}) {
        all.*count += open_.*count;
      }
      for (std::size_t i = 0; i < all.issued.size(); ++i) {
        all.issued[i] += open_.issued[i];
        all.chained[i] += open_.chained[i];
      }
      if (all.sites.size() < open_.sites.size()) all.sites.resize(open_.sites.size());
      for (std::size_t i = 0; i < open_.sites.size(); ++i) {
        if (open_.sites[i].sectors > 0) all.sites[i].use = open_.sites[i].use;
        for (std::int64_t SiteWork::*count :
             {&SiteWork::sectors, &SiteWork::lines, &SiteWork::masked_lines, &SiteWork::partly_stored}) {
          all.sites[i].*count += open_.sites[i].*count;
        }
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

/// Of sectors of which only a part was ever stored, DRAM's pairs, in bytes.
double Workload::filled_bytes() const {
  const auto sectors = static_cast<std::uint64_t>(device_.timing.dram_fetch_bytes / device_.sector_bytes);
  std::unordered_set<std::uint64_t> fetched;
  for (const auto& [sector, bytes] : stored_bytes_) {
    if (bytes != ~std::uint32_t{0}) fetched.insert(sector / sectors);
  }
  return static_cast<double>(fetched.size()) * device_.timing.dram_fetch_bytes;
}

namespace {

Work::Reuse share_of(const CacheHierarchy::Reuse& all, double share) {
  Work::Reuse result;
  for (std::size_t i = 0; i < all.by_others.size(); ++i) {
    result.by_same_block[i] = share * static_cast<double>(all.by_same_block[i]);
    result.by_others[i] = share * static_cast<double>(all.by_others[i]);
  }
  return result;
}

}  // namespace

std::vector<Work> Workload::work(const CacheUse& caches) {
  end_launch();
  std::vector<SiteWork> of_run;
  std::int64_t stored = 0, partly_stored = 0;
  for (const Launches& group : ended_) {
    if (of_run.size() < group.sites.size()) of_run.resize(group.sites.size());
    for (std::size_t i = 0; i < group.sites.size(); ++i) {
      of_run[i].sectors += group.sites[i].sectors;
      if (group.sites[i].use != Use::store) continue;
      stored += group.sites[i].sectors;
      partly_stored += group.sites[i].partly_stored;
    }
  }
  std::vector<LevelBytes> by_site(of_run.size());
  for (std::size_t i = 0; i < by_site.size(); ++i) by_site[i] = caches.levels(static_cast<std::uint32_t>(i));
  const bool sends_pairs = device_.timing.dram_fetch_bytes > device_.sector_bytes;
  const double filled = filled_bytes();
  double all_requests = 0;
  for (const Launches& group : ended_) all_requests += static_cast<double>(group.requests);

  std::vector<Work> all;
  for (const Launches& group : ended_) {
    Work work;
    work.shape = group.shape;
    work.launches = static_cast<double>(group.launches);
    work.blocks = static_cast<double>(group.blocks);
    work.requests = static_cast<double>(group.requests);
    work.l1_wavefronts = static_cast<double>(group.l1_wavefronts);
    work.wavefronts = static_cast<double>(group.wavefronts);
    work.constant_words = static_cast<double>(group.constant_words);
    work.barriers = static_cast<double>(group.barriers);
    work.update_sectors = static_cast<double>(group.update_sectors);
    for (const auto& [line, count] : group.updated) work.updates_of_a_chunk = std::max(work.updates_of_a_chunk, count);
    work.issued = group.issued;
    work.chained = group.chained;
    work.batches = static_cast<double>(group.shared_waits);
    work.waits = work.batches * device_.timing.shared_seconds;
    for (const auto& [sites, count] : group.batches) {
      work.batches += static_cast<double>(count);
      work.waits += static_cast<double>(count) * latency(sites, by_site);
    }
    double stored_here = 0;
    for (std::size_t i = 0; i < group.sites.size(); ++i) {
      const SiteWork& site = group.sites[i];
      if (site.sectors == 0) continue;
      const double share = static_cast<double>(site.sectors) / static_cast<double>(of_run[i].sectors);
      const LevelBytes& of = by_site[i];
      work.dram_loaded += share * static_cast<double>(sends_pairs ? of.dram_fetched : of.dram_read);
      work.dram_stored += share * static_cast<double>(of.dram_written);
      const auto sent = static_cast<double>(of.l2_read + of.dram_read);
      if (site.use == Use::load) {
        work.l2_loaded += share * sent;
        // A line that is asked for takes as much of the way to the L2 as a sector that is stored.
        const auto asked = static_cast<double>(of.l1_read) + sent;
        if (asked > 0) work.l2_stored += sent / asked * static_cast<double>(site.lines * device_.sector_bytes);
      } else {
        work.l2_stored += static_cast<double>((site.sectors + site.masked_lines) * device_.sector_bytes);
        if (site.use == Use::store) stored_here += static_cast<double>(site.partly_stored);
      }
    }
    if (partly_stored > 0) {
      work.filled = filled * stored_here / static_cast<double>(partly_stored);
      work.dram_loaded += work.filled;
      work.partly_stored = static_cast<double>(partly_stored) / static_cast<double>(stored);
    }
    if (all_requests > 0) {
      const double share = work.requests / all_requests;
      work.loaded_again = share_of(caches.loads_again, share);
      work.filled_again = share_of(caches.fills_again, share);
      work.stored_again = share_of(caches.stores_again, share);
    }
    all.push_back(work);
  }
  return all;
}

}  // namespace simt::memory

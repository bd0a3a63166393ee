#include "simt/core/access/traffic.hpp"

#include <algorithm>
#include <utility>

#include "simt/memory/constant.hpp"
#include "simt/memory/global.hpp"
#include "simt/memory/segments.hpp"
#include "simt/memory/shared.hpp"

namespace simt::core {
namespace {

memory::Route route(const Site& site) {
  const auto hint = site.is_streaming ? memory::AccessProperty::streaming : memory::AccessProperty::unspecified;
  if (is_write(site.access)) return {memory::Traversal::store, hint};
  return {site.is_strong || site.is_past_l1 ? memory::Traversal::load_past_l1 : memory::Traversal::load, hint};
}

memory::Use use(const Site& site) {
  if (site.kind == Kind::shared)
    return site.access == Access::store ? memory::Use::shared_store : memory::Use::shared_load;
  if (site.access == Access::atomic) return memory::Use::update;
  return site.access == Access::load ? memory::Use::load : memory::Use::store;
}

}  // namespace

Traffic::Traffic(const memory::Device& device, bool model_caches, std::uintptr_t library_base, bool gather_work)
    : device_(device), partitions_(device) {
  if (model_caches) caches_.emplace(device, library_base);
  if (gather_work && device.timing.is_known()) workload_.emplace(device);
  if (!device.has_caches() && device.copy_bytes_per_second > 0) estimate_.emplace(device);
}

void Traffic::begin_launch(const memory::LaunchShape& shape, const memory::AccessWindow& window) {
  partitions_.begin_launch();
  busiest_.begin_launch();
  if (caches_) caches_->begin_launch(shape, window);
  if (estimate_) estimate_->begin_launch(shape);
  if (workload_) workload_->begin_launch(shape);
}

std::int64_t Traffic::set_aside(std::int64_t bytes) { return caches_ ? caches_->set_aside(bytes) : bytes; }

void Traffic::reset_persisting() {
  if (caches_) caches_->reset_persisting();
}

void Traffic::set_shape(const memory::LaunchShape& shape) {
  if (caches_) caches_->set_shape(shape);
  if (estimate_) estimate_->set_shape(shape);
  if (workload_) workload_->set_shape(shape);
}

void Traffic::begin_block(std::uint64_t number) {
  // The same blocks are taken together in whatever order they begin.
  const std::uint64_t window = number / static_cast<std::uint64_t>(std::max(1, device_.blocks_in_flight));
  if (std::exchange(window_, window) != window) {
    partitions_.begin_window();
    if (estimate_) estimate_->begin_window();
  }
  partitions_.begin_block();
  busiest_.begin_block();
  if (estimate_) estimate_->begin_block();
  if (workload_) workload_->begin_blocks(1);
  if (caches_) caches_->enter_block(number);
}

void Traffic::resume_block(std::uint64_t number, memory::BlockTraffic before) {
  partitions_.resume_block(before.stored);
  busiest_.resume_block(before.moved);
  if (caches_) caches_->enter_block(number);
}

void Traffic::finish(Sites& sites) {
  if (!caches_) {
    if (workload_) work_ = workload_->work({[](std::uint32_t) { return memory::LevelBytes{}; }});
    return;
  }
  const memory::CacheHierarchy& caches = caches_->finish();
  if (workload_) {
    work_ = workload_->work({[&](std::uint32_t site) { return caches.of(site); }, caches.loads_again(),
                             caches.fills_again(), caches.stores_again()});
  }
  for (Site& site : sites.all()) site.traffic.levels += caches.of(site.index);
}

namespace {

// More rows than lanes open before they wait for each other, unless a loop has no rounds: one of gotos.
constexpr std::uint32_t most_rows = 4096;

void append(Round& round, Site& site, std::uint32_t row) {
  if (round.last_site == nullptr) {
    round.first_site = &site;
    round.first_row = row;
    round.opened = site.interval;
  } else {
    Row& last = round.last_site->rows[round.last_row];
    last.next_site = &site;
    last.next = row;
  }
  round.last_site = &site;
  round.last_row = row;
}

}  // namespace

Row& Traffic::find_row(Site& site, std::uint32_t lane) {
  // No other lane can have opened rows of the round.
  if (simt_round->first_site == nullptr || simt_round->opened == site.interval) return open_row(site);
  const auto is_the_lanes = [&](const Row& row) { return row.round == simt_round && (row.request.active & lane) == 0; };
  Row* const begin = site.rows.data();
  Row* const end = begin + site.rows_used;
  Row* const expected = std::min(site.expected, end);
  Row* found = std::find_if(expected, end, is_the_lanes);
  if (found == end) {
    found = std::find_if(begin, expected, is_the_lanes);
    if (found == expected) return open_row(site);
  }
  site.expected = found + 1;
  return *found;
}

Row& Traffic::open_row(Site& site) {
  if (site.rows_used == most_rows) count_early();
  if (site.rows_used == 0) open_.push_back(&site);
  const std::uint32_t number = site.rows_used++;
  ++site.open_rows;
  if (site.rows.size() == site.rows_used) site.rows.resize(2 * site.rows.size() + 6);
  Row& row = site.rows[number];
  site.expected = &row + 1;
  row.request.active = 0;
  row.request.bytes = site.bytes;
  row.round = simt_round;
  row.next_site = nullptr;
  append(*simt_round, site, number);
  return row;
}

inline void Traffic::count_request(const memory::Request& request, Site& site) {
  if (site.kind == Kind::local) [[unlikely]]
    return count_local(request);
  ++site.traffic.requests;
  if (site.kind == Kind::shared) {
    count_shared(request, site);
  } else if (site.kind == Kind::constant) {
    count_constant(request, site);
  } else {
    count_global(request, site);
  }
}

inline void Traffic::count_row(const Row& row, Site& site) {
  if (site.kind == Kind::arithmetic) [[unlikely]] {
    count_arithmetic(row.request, site.pc);
  } else if (device_.request_lanes < memory::warp_lanes) [[unlikely]] {
    count_halves(row.request, site);
  } else {
    count_request(row.request, site);
  }
}

void Traffic::count_rows(std::uint32_t warp, Round& round) {
  warp_ = warp;
  std::uint32_t number = round.first_row;
  for (Site* site = round.first_site; site != nullptr;) {
    Row& row = site->rows[number];
    Site* const next = row.next_site;
    number = row.next;
    count_row(row, *site);
    row.round = nullptr;
    if (--site->open_rows == 0) site->rows_used = 0;
    site = next;
  }
  round.first_site = round.last_site = nullptr;
  if (workload_) [[unlikely]]
    workload_->end_round();
}

template <class Visit>
void Traffic::each_open_row(Visit visit) {
  for (Site* site : open_) {
    for (std::uint32_t i = 0; i < site->rows_used; ++i) {
      if (site->rows[i].round != nullptr) visit(site->rows[i], *site);
    }
  }
}

void Traffic::drop_rows() {
  each_open_row([](Row& row, Site&) {
    row.round->first_site = row.round->last_site = nullptr;
    row.round = nullptr;
  });
  for (Site* site : open_) site->rows_used = site->open_rows = 0;
  open_.clear();
}

void Traffic::count_early() {
  each_open_row([this](const Row& row, Site& site) { count_row(row, site); });
  drop_rows();
}

void Traffic::rows_are_counted() {
  std::erase_if(open_, [](const Site* site) { return site->rows_used == 0; });
  const auto is_sparse = [](const Site* site) {
    return site->rows_used > 256 && site->rows_used > 2 * site->open_rows;
  };
  if (std::any_of(open_.begin(), open_.end(), is_sparse)) pack();
}

void Traffic::pack() {
  each_open_row([](Row& row, Site&) { row.round->first_site = row.round->last_site = nullptr; });
  for (Site* site : open_) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < site->rows_used; ++i) {
      if (site->rows[i].round == nullptr) continue;
      if (i != kept) {
        site->rows[kept] = site->rows[i];
        site->rows[i].round = nullptr;
      }
      site->rows[kept].next_site = nullptr;
      append(*site->rows[kept].round, *site, kept);
      ++kept;
    }
    site->rows_used = kept;
  }
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
  busiest_.move(sectors.count());
  keep_if_worst(request, sectors.count(), site);
  site.traffic.ideal_sectors += memory::ideal_sectors(request, device_);
  int updates = 0;
  if (site.access == Access::atomic) {
    updates = site.is_combined ? sectors.count() : memory::update_sectors(request, device_);
    site.traffic.update_sectors += updates;
  }
  if (site.is_of_host) {  // neither in the caches nor in the device's memory
    site.traffic.host_sectors += sectors.count();
    return;
  }
  if (caches_) [[unlikely]]
    caches_->request(warp_, site.index, route(site), sectors.numbers());
  if (workload_) [[unlikely]] {
    if (site.access == Access::store) workload_->store(site.index, request, sectors.numbers());
    workload_->request(use(site), site.index, sectors.numbers(),
                       memory::shared_wavefronts(request, memory::SharedUse::load, device_).wavefronts, updates);
  }
  if (!is_write(site.access)) return;
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
    if (!is_write(site.access)) continue;
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
  busiest_.move(sectors);
  if (site.is_of_host) site.traffic.host_sectors += sectors;
  site.traffic.ideal_sectors += memory::ideal_sectors(request, device_);
  keep_if_worst(request, sectors, site);
}

void Traffic::count_shared(const memory::Request& request, Site& site) {
  const memory::SharedWavefronts total = memory::shared_wavefronts(request, site.shared_use, device_);
  if (estimate_) [[unlikely]]
    estimate_->shared_wavefronts(total.wavefronts);
  if (workload_) [[unlikely]]
    workload_->request(use(site), site.index, {}, total.wavefronts);
  site.traffic.wavefronts += total.wavefronts;
  site.traffic.conflicts += total.conflicts;
  keep_if_worst(request, total.wavefronts, site);
}

void Traffic::count_constant(const memory::Request& request, Site& site) {
  const int wavefronts = memory::constant_wavefronts(request);
  if (workload_) [[unlikely]]
    workload_->constant(wavefronts);
  site.traffic.wavefronts += wavefronts;
  site.traffic.conflicts += wavefronts - 1;
  if (memory::serves_few_lanes(wavefronts, request.active)) {
    site.traffic.narrow_wavefronts += wavefronts;
    site.traffic.narrow_lanes += std::popcount(request.active);
  }
  keep_if_worst(request, wavefronts, site);
}

// Local memory lies interleaved, so that one offset of all lanes is neighbouring words. Arguments lie in constant
// memory, where a word goes to all lanes that want it. By both rules, a request takes as often as lanes want different
// offsets.
void Traffic::count_local(const memory::Request& request) {
  const int wavefronts = memory::constant_wavefronts(request);
  if (wavefronts > 1 || memory::serves_few_lanes(1, request.active)) local_wavefronts_ += wavefronts;
}

void Traffic::count_arithmetic(const memory::Request& request, std::uintptr_t pc) {
  std::uint64_t most = 0, all = 0;
  for (std::uint32_t lane = 0; lane < memory::warp_lanes; ++lane) {
    if ((request.active >> lane & 1) == 0) continue;
    most = std::max(most, std::uint64_t{request.address[lane]});
    all += request.address[lane];
  }
  auto here =
      std::find_if(arithmetic_.begin(), arithmetic_.end(), [pc](const Arithmetic& one) { return one.pc == pc; });
  if (here == arithmetic_.end()) here = arithmetic_.insert(here, {.pc = pc});
  here->issued += static_cast<double>(most) * memory::warp_lanes;
  here->used += static_cast<double>(all);
}

double Traffic::issued_multiply_adds() const {
  double all = 0;
  for (const Arithmetic& one : arithmetic_) all += one.issued;
  return all;
}

BusiestArithmetic Traffic::busiest_arithmetic() const {
  std::vector<Arithmetic> all = arithmetic_;
  std::erase_if(all, [](const Arithmetic& one) { return one.issued == 0; });
  std::sort(all.begin(), all.end(), [](const Arithmetic& one, const Arithmetic& other) {
    return std::pair(other.issued, one.pc) < std::pair(one.issued, other.pc);
  });
  BusiestArithmetic busiest = {};
  for (std::size_t i = 0; i < std::min(all.size(), busiest.size()); ++i) {
    busiest[i] = {all[i].pc, memory::warp_lanes * all[i].used / all[i].issued};
  }
  return busiest;
}

}  // namespace simt::core

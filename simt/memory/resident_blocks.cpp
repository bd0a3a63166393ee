#include "simt/memory/resident_blocks.hpp"

#include <algorithm>

#include "simt/memory/request.hpp"

namespace simt::memory {

void ResidentBlocks::begin_launch(const LaunchShape& shape, const AccessWindow& window) {
  end_together();
  caches_.set_window(window);
  shape_ = shape;
  has_begun_ = false;
}

void ResidentBlocks::enter_block(std::uint64_t number) {
  const auto most =
      static_cast<std::size_t>(resident_blocks(shape_, device_)) * static_cast<std::size_t>(device_.multiprocessors);
  if (!first_warp_.contains(number) && first_warp_.size() >= most) end_together();
  const auto [place, is_new] = first_warp_.try_emplace(number, warps_.size());
  block_ = place->second;
  if (!is_new) return;
  const int multiprocessor = static_cast<int>(number % static_cast<std::uint64_t>(device_.multiprocessors));
  const int warps = (shape_.threads_per_block + warp_lanes - 1) / warp_lanes;
  ++blocks_;
  for (int warp = 0; warp < warps; ++warp) warps_.push_back({multiprocessor, blocks_, 0, {}});
}

std::int64_t ResidentBlocks::set_aside(std::int64_t bytes) {
  end_together();
  return caches_.set_aside(bytes);
}

void ResidentBlocks::reset_persisting() {
  end_together();
  caches_.reset_persisting();
}

std::int64_t ResidentBlocks::persisting_bytes() {
  end_together();
  return caches_.persisting_bytes();
}

void ResidentBlocks::request(std::uint32_t warp, std::uint32_t site, Route route,
                             std::span<const std::uint64_t> sectors) {
  std::vector<Sector>& held = warps_[block_ + warp].sectors;
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    held.push_back({sectors[i], site, static_cast<std::uint64_t>(route.traversal),
                    route.hint == AccessProperty::streaming, i + 1 == sectors.size()});
  }
  held_ += sectors.size();
  if (held_ >= most_held) serve_all();
}

const CacheHierarchy& ResidentBlocks::finish() {
  serve_all();
  caches_.flush();
  return caches_;
}

// Serves all stored requests; afterwards no block is resident.
void ResidentBlocks::end_together() {
  serve_all();
  first_warp_.clear();
  warps_.clear();
}

void ResidentBlocks::serve_all() {
  if (held_ != 0 && !has_begun_) {
    caches_.begin_launch(resident_blocks(shape_, device_) * shape_.shared_bytes_per_block);
    has_begun_ = true;
  }
  std::vector<Warp*> waiting;
  for (Warp& warp : warps_) waiting.push_back(&warp);
  while (!waiting.empty()) {
    std::erase_if(waiting, [](const Warp* warp) { return warp->served == warp->sectors.size(); });
    for (Warp* const warp : waiting) serve_one_request(*warp);
  }
  for (Warp& warp : warps_) {
    warp.served = 0;
    warp.sectors = {};
  }
  held_ = 0;
}

void ResidentBlocks::serve_one_request(Warp& warp) {
  caches_.set_block(warp.block);
  for (bool is_over = false; !is_over;) {
    const Sector sector = warp.sectors[warp.served++];
    const std::uint64_t address = std::uint64_t{sector.number} * static_cast<std::uint64_t>(device_.sector_bytes);
    const auto site = static_cast<std::uint32_t>(sector.site);
    const AccessProperty hint = sector.is_streaming != 0 ? AccessProperty::streaming : AccessProperty::unspecified;
    switch (static_cast<Traversal>(sector.traversal)) {
      case Traversal::load:
        caches_.load(warp.multiprocessor, address, site, hint);
        break;
      case Traversal::load_past_l1:
        caches_.load_past_l1(address, site, hint);
        break;
      case Traversal::store:
        caches_.store(address, site, hint);
        break;
    }
    is_over = sector.ends_request != 0;
  }
}

}  // namespace simt::memory

// Blocks that are resident together share caches, but an emulator runs them one after the other. So their requests to
// global memory are held back and then served in turns, one of each warp: as if all warps of all resident blocks went
// on at one speed.
//
// Which blocks are together is a model too. Block b is on multiprocessor b mod their number, where the hardware's
// first round puts it; as many blocks as the device holds begin together and end together, where hardware fills each
// place as it becomes free. And what is held back may take 32 MiB: of longer-running kernels the beginning is served
// before the end is known, of as many blocks as there are by then.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "simt/memory/cache.hpp"
#include "simt/memory/occupancy.hpp"

namespace simt::memory {

enum class Traversal : std::uint8_t { load, load_past_l1, store };

/// How a request goes through the caches.
struct Route {
  Traversal traversal = Traversal::load;
  Residency hint = Residency::unsaid;  ///< or streaming
};

class ResidentBlocks {
 public:
  explicit ResidentBlocks(const Device& device) : device_(device), caches_(device) {}

  void begin_launch(const LaunchShape& shape, const AccessWindow& window = {});
  /// What a block has is known only once it has used it: as long as no request is served.
  void set_shape(const LaunchShape& shape) { shape_ = shape; }

  /// The requests that follow are block `number`'s, counted from 0 in the order of the launch.
  void enter_block(std::uint64_t number);
  /// A request to global memory of the block's `warp`: sectors by number, address ÷ sector size.
  void request(std::uint32_t warp, std::uint32_t site, Route route, std::span<const std::uint64_t> sectors);

  // Between launches; of the second level, as SectoredCache has them.
  std::int64_t set_aside(std::int64_t bytes);
  void reset_persisting();
  std::int64_t persisting_bytes();

  /// Serves what is held back and lets the caches write back all they have.
  const CacheHierarchy& finish();

 private:
  // A user's addresses have 47 bits, five of which are within a sector.
  struct Sector {
    std::uint64_t number : 42;
    std::uint64_t site : 18;
    std::uint64_t traversal : 2;
    std::uint64_t is_streaming : 1;
    std::uint64_t ends_request : 1;
  };
  struct Warp {
    int multiprocessor = 0;
    std::size_t served = 0;
    std::vector<Sector> sectors;
  };

  static constexpr std::size_t most_held = (std::size_t{32} << 20) / sizeof(Sector);

  void end_together();
  void serve_all();
  void serve_one_request(Warp& warp);

  Device device_;
  CacheHierarchy caches_;
  LaunchShape shape_;
  bool has_begun_ = false;                                     // some request of this launch was served
  std::unordered_map<std::uint64_t, std::size_t> first_warp_;  // by block: where its warps begin in `warps_`
  std::vector<Warp> warps_;
  std::size_t block_ = 0;  // the current one's first warp
  std::size_t held_ = 0;
};

}  // namespace simt::memory

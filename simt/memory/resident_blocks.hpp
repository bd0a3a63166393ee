// Blocks that are resident at the same time share caches, but the emulator runs them one after the other. Therefore
// their requests to global memory are stored first and served later, in rounds of one request per warp: as if all warps
// of all resident blocks ran at the same speed.
//
// Which blocks are resident together is a model, too. Block b is on multiprocessor b mod (number of multiprocessors),
// as in the hardware's first round. As many blocks as the device holds begin together and end together; hardware starts
// a new block as soon as one ends. Stored requests may take 32 MiB: when that is full, the stored requests of all
// blocks so far are served at once.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "simt/memory/cache.hpp"
#include "simt/memory/occupancy.hpp"

namespace simt::memory {

enum class Traversal : std::uint8_t { load, load_past_l1, store };

/// The path of a request through the caches.
struct Route {
  Traversal traversal = Traversal::load;
  AccessProperty hint = AccessProperty::unspecified;  ///< or streaming
};

class ResidentBlocks {
 public:
  explicit ResidentBlocks(const Device& device, std::uint64_t library_base = 0)
      : device_(device), caches_(device, library_base) {}

  void begin_launch(const LaunchShape& shape, const AccessWindow& window = {});
  /// Corrects the launch's shape: a block's shared memory is known only after its first use. Call it before a request
  /// is served.
  void set_shape(const LaunchShape& shape) { shape_ = shape; }

  /// The requests that follow belong to block `number`: its linear number in the grid, from 0.
  void enter_block(std::uint64_t number);
  /// A global-memory request of warp `warp` of the block; `sectors` holds sector numbers (address ÷ sector size).
  void request(std::uint32_t warp, std::uint32_t site, Route route, std::span<const std::uint64_t> sectors);

  // For the L2 cache, between launches; see SectoredCache.
  std::int64_t set_aside(std::int64_t bytes);
  void reset_persisting();
  std::int64_t persisting_bytes();

  /// Serves all stored requests and writes back all dirty sectors.
  const CacheHierarchy& finish();

 private:
  // A user-space address has 47 bits; the lowest five are the offset in a sector.
  struct Sector {
    std::uint64_t number : 42;
    std::uint64_t site : 18;
    std::uint64_t traversal : 2;
    std::uint64_t is_streaming : 1;
    std::uint64_t ends_request : 1;
  };
  struct Warp {
    int multiprocessor = 0;
    std::uint32_t block = 0;  // from 1, through all launches
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
  bool has_begun_ = false;                                     // whether a request of this launch was served
  std::unordered_map<std::uint64_t, std::size_t> first_warp_;  // by block: index of its first warp in `warps_`
  std::vector<Warp> warps_;
  std::size_t block_ = 0;     // index of the current block's first warp
  std::uint32_t blocks_ = 0;  // that came so far
  std::size_t held_ = 0;
};

}  // namespace simt::memory

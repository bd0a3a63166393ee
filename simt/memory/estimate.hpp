// Estimates how long a kernel's memory traffic takes: a rough physical model that says which kernel is faster and why.
// It is not a measurement, and no number here is fitted to one.
//
// Blocks run in windows of `blocks_in_flight`, in the order of their launch. In a window
//   DRAM takes the bytes of the busiest partition ÷ (bandwidth ÷ partitions): the partitions work in parallel, so the
//     busiest one decides. Bandwidth is that of the best plain copy known for the device (for the GTX 280 a published
//     one, of a kernel that is not among those the estimate is compared with); else the theoretical peak;
//   shared memory takes its wavefronts × cycles per wavefront ÷ clock, spread over the multiprocessors;
//   with b blocks resident on a multiprocessor, the shared-memory phase of one block overlaps the transfers of the
//     others, except for 1/b of it: the window takes max(DRAM, shared) + min(DRAM, shared) ÷ b, like any two-stage
//     pipeline fed in b pieces.
//
// Compared with the six published kernels of the GTX 280 (measurements/gtx280.md), it is 1.1 to 1.7 times too fast and
// never too slow, because everything it leaves out makes hardware slower:
//   opening DRAM pages: a column of blocks writes 64 or 128 bytes per page, a naive transpose 32, while a copy streams;
//   latency that too few threads hide, above all around the barrier between loads and stores;
//   instructions, the wait of a window for its last block, and requests queueing at a partition.
// Bytes that the caches keep from DRAM must be left out by the caller.
//
// A device with caches and the table [timing] gets a prediction instead (`Workload`, simt/memory/bounds.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "simt/memory/bounds.hpp"
#include "simt/memory/cache.hpp"
#include "simt/memory/device.hpp"
#include "simt/memory/level_bytes.hpp"
#include "simt/memory/occupancy.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory {

class Estimate {
 public:
  explicit Estimate(const Device& device) : device_(device), partition_bytes_(device.partitions) {}

  void begin_launch(const LaunchShape& shape);
  /// The blocks that begin from now on run together.
  void begin_window() { close_window(); }
  void begin_block();
  /// Corrects the launch's shape: a block's shared memory is known only after its first use. Call it before a window is
  /// closed.
  void set_shape(const LaunchShape& shape) { resident_ = resident_blocks(shape, device_); }

  /// A request to global memory, by the device's coalescing rule and without caches.
  void global(const Request& request);
  /// `bytes` bytes between chip and DRAM, inside one chunk of one partition.
  void transfer(std::uint64_t address, std::uint32_t bytes);
  /// A request to shared memory.
  void shared(const Request& request);
  /// Wavefronts of shared memory that are already counted.
  void shared_wavefronts(int wavefronts) { wavefronts_ += wavefronts; }

  std::int64_t dram_bytes() const { return dram_bytes_; }
  /// The estimated time of everything so far.
  double seconds();

 private:
  void close_window();
  double dram_seconds() const;
  double shared_seconds() const;

  Device device_;
  std::vector<std::int64_t> partition_bytes_;  // of the open window
  std::int64_t wavefronts_ = 0;                // of the open window
  int blocks_ = 0;                             // in the open window
  int resident_ = 1;
  std::int64_t dram_bytes_ = 0;
  double seconds_ = 0;
};

/// What an access is, for time.
enum class Use : std::uint8_t { load, store, update, shared_load, shared_store };

/// What a model of caches knows of a whole run.
struct CacheUse {
  std::function<LevelBytes(std::uint32_t site)> levels;
  CacheHierarchy::Reuse loads_again{}, fills_again{}, stores_again{};
};

/// Gathers what launches do, for a prediction of their time (bounds.hpp). The requests of a warp come in the order of
/// its program.
class Workload {
 public:
  explicit Workload(const Device& device) : device_(device) {}

  void begin_launch(const LaunchShape& shape);
  void set_shape(const LaunchShape& shape) { shape_ = shape; }
  /// Of a thread of the launch that began last; 0: not known.
  void set_registers(int registers) { registers_ = registers; }
  void begin_blocks(std::int64_t count) { blocks_ += count; }
  /// A request of the warp whose round is being counted. `sectors` holds sector numbers, ascending, or is empty;
  /// `wavefronts` are the passes of shared memory, or those that the L1's banks need for the lanes' words; `site` names
  /// the instruction.
  /// `updates`: of an atomic update, its sectors as memory/global.hpp counts those (update_sectors).
  void request(Use use, std::uint32_t site, std::span<const std::uint64_t> sectors, int wavefronts, int updates = 0);
  /// Before request(), of a store: which bytes of its sectors it stores.
  void store(std::uint32_t site, const Request& request, std::span<const std::uint64_t> sectors);
  /// A request to constant memory for so many words.
  void constant(int words) { open_.constant_words += words; }
  /// The requests that follow are of another round, or of the same warp after it has met others.
  void end_round();
  void block_barrier() { ++barriers_; }
  /// A warp carries out a piece of code so many times.
  void execute(const CodeCost& cost, std::int64_t times);

  /// What all launches so far did, those of one shape together.
  std::vector<Work> work(const CacheUse& caches);

 private:
  struct SiteWork {
    std::int64_t sectors = 0;        ///< of all launches of the group
    std::int64_t lines = 0;          ///< likewise: of each request those that its sectors are in,
    std::int64_t masked_lines = 0;   ///< those of them that have a sector of which it stores a part,
    std::int64_t partly_stored = 0;  ///< and such sectors
    Use use = Use::load;
  };
  /// All launches of one shape: of as many blocks of as many threads.
  struct Launches {
    LaunchShape shape;
    std::int64_t launches = 0, blocks = 0, requests = 0, l1_wavefronts = 0, wavefronts = 0, constant_words = 0,
                 update_sectors = 0, barriers = 0;
    std::int64_t shared_waits = 0;  ///< batches of loads of shared memory
    std::array<double, pipes> issued{}, chained{};
    std::vector<SiteWork> sites;
    std::map<std::vector<std::uint32_t>, std::int64_t> batches;  ///< by the sites of their loads
    std::unordered_map<std::uint64_t, double> updated;  ///< by chunk (Timing::update_chunk_bytes): update_sectors
  };

  void end_launch();
  void end_batch();
  double filled_bytes() const;
  double latency(const std::vector<std::uint32_t>& sites, const std::vector<LevelBytes>& levels) const;

  Device device_;
  LaunchShape shape_;
  int registers_ = 0;
  std::int64_t blocks_ = 0, barriers_ = 0;
  Launches open_;
  std::vector<Launches> ended_;
  std::vector<std::uint32_t> batch_;  // sites of the open batch
  bool is_in_shared_loads_ = false;
  std::unordered_map<std::uint64_t, std::uint32_t> stored_bytes_;  ///< of sectors that were stored in part, a bit each
};

}  // namespace simt::memory

// The numbers of a GPU that the counters and the throughput estimate depend on; simt/devices.hpp reads them from a
// file. Plain data, so that it can be sent to another process byte for byte.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simt/memory/instructions.hpp"

namespace simt::memory {

/// How a request to global memory becomes transactions.
enum class Rule : std::uint8_t {
  sectors,   ///< the distinct sectors touched: compute capability 6.0 and later
  segments,  ///< compute capability 1.2 and 1.3; see memory/segments.hpp
};

/// What operations cost, for predictions of time; simt/memory/bounds.hpp says what is made of it. Zeros: not known.
struct Timing {
  bool is_measured = false;  ///< on such a GPU; else some are what documents say, or what another GPU takes
  /// DRAM's speeds.
  double dram_load_bytes_per_second = 0, dram_store_bytes_per_second = 0;
  /// The speeds between the L2 cache and all multiprocessors.
  double l2_load_bytes_per_second = 0, l2_store_bytes_per_second = 0;
  double l1_lines_per_cycle = 0;    ///< of a multiprocessor: lines that loads touch,
  double l1_request_cycles = 0;     ///< and what one takes at least
  double constant_word_cycles = 0;  ///< of a multiprocessor: a word of the constant cache, for all lanes that want it
  int dram_fetch_bytes = 32;        ///< what DRAM sends at least: a sector, or two neighbouring ones
  double dram_seconds = 0, l2_seconds = 0, l1_seconds = 0, shared_seconds = 0;  ///< latencies of a load
  double barrier_seconds = 0;                                                   ///< latency, of a block of 256 threads
  double barrier_warp_seconds = 0;   ///< between two warps of a multiprocessor that arrive
  double block_seconds = 0;          ///< between two blocks that a multiprocessor starts,
  double warp_seconds = 0;           ///< but at least so long for each of their warps
  double thread_seconds = 0;         ///< from the start to the end of a block that does nothing
  double update_sector_seconds = 0;  ///< between two sectors with atomic updates, of the whole device
  double update_again_seconds = 0;   ///< between two updates of such a chunk, or of lanes of a word
  int update_chunk_bytes = 128;      ///< neighbouring bytes whose updates are made by one part of the L2
  double launch_seconds = 0;         ///< between two launches that are queued, without their blocks
  /// A multiprocessor's: warps that carry out an instruction of each kind, in one cycle; 0: not known.
  std::array<double, pipes> per_cycle{};
  double issue_per_cycle = 0;      ///< the same, of any kinds together
  double instruction_seconds = 0;  ///< from one instruction to one that needs its result

  /// Whether anything is known about the device.
  bool is_known() const { return dram_load_bytes_per_second > 0; }
};

/// How many bounds of a kernel's time a prediction knows; simt/memory/bounds.hpp names them.
inline constexpr int bounds = 11;

/// What measured speeds were of predicted ones.
struct SpeedRange {
  double low = 0, high = 0;  ///< shares: one in ten kernels was slower, one in ten faster; 0: not known
};

/// Sizes of sectors, banks and partitions are powers of two. The defaults are the H200's (CUDA C++ Programming
/// Guide, "Compute Capability 5.x" and later), except for the partitions, which are the GTX 280's: newer chips hash
/// addresses over their partitions, so only the old layout shows partition camping (Conrad 2010).
struct Device {
  char name[16] = "h200";       ///< of its file in simt/devices; ends in 0
  int compute_capability = 90;  ///< 10 x major + minor
  Rule rule = Rule::sectors;    ///< how requests are counted
  int request_lanes = 32;       ///< 16: a warp's request is served as two half-warp requests
  int sector_bytes = 32;        ///< of DRAM and of the caches

  int banks = 32;                ///< of shared memory
  int bank_bytes = 4;            ///< width of a bank
  int cycles_per_wavefront = 1;  ///< of shared memory

  int partitions = 8;                 ///< of DRAM
  int partition_bytes = 256;          ///< bytes in a row that one partition holds
  bool has_hashed_partitions = true;  ///< true: the estimate assumes that all partitions are equally busy
  int blocks_in_flight = 30;          ///< the window of PartitionCamping: the GTX 280's multiprocessors, one block each

  // Limits of what is resident at the same time on one multiprocessor.
  int multiprocessors = 132;
  int registers_per_multiprocessor = 65536;                  ///< of 32 bits
  int registers_per_thread = 0;                              ///< that each kernel is taken to need; 0: not known
  int threads_per_multiprocessor = 2048;                     ///< at most resident
  int blocks_per_multiprocessor = 32;                        ///< at most resident
  std::int64_t shared_bytes_per_multiprocessor = 228 << 10;  ///< for all resident blocks together
  std::int64_t reserved_shared_bytes_per_block = 1 << 10;    ///< used by the system itself

  std::int64_t l1_bytes = 256 << 10;  ///< per multiprocessor, with shared memory if they are one memory; 0: no L1
  std::int64_t l2_bytes = 60 << 20;   ///< 0: none
  int cache_line_bytes = 128;         ///< four sectors
  std::int64_t most_persisting_bytes = 39321600;  ///< largest set-aside part of the L2 cache
  std::int64_t most_window_bytes = 134217728;     ///< largest access-policy window

  int multiply_adds_per_cycle = 128;  ///< float, per multiprocessor

  /// The most shared memory that one block can ask for, in bytes.
  std::size_t most_shared_bytes_per_block() const {
    return static_cast<std::size_t>(shared_bytes_per_multiprocessor - reserved_shared_bytes_per_block);
  }
  /// Whether loads can be served by a cache.
  bool has_caches() const { return l1_bytes > 0 || l2_bytes > 0; }

  double clock_hz = 1.98e9;  ///< clock of the multiprocessors
  /// Of floats, at `clock_hz`.
  double multiply_adds_per_second() const { return clock_hz * multiprocessors * multiply_adds_per_cycle; }
  int memory_bus_bits = 6144;               ///< between the device and its memory
  double dram_bytes_per_second = 4.8e12;    ///< theoretical peak
  double copy_bytes_per_second = 4.272e12;  ///< bytes read + written by the best copy measured; 0: unknown

  Timing timing = {};  ///< for predictions
  /// Bytes read + written a second by a copy: the best one measured, else the slower of loads and stores; 0: not known.
  double best_copy() const {
    if (copy_bytes_per_second > 0) return copy_bytes_per_second;
    return std::min(timing.dram_load_bytes_per_second, timing.dram_store_bytes_per_second);
  }

  /// By what bounds a kernel (Bound).
  std::array<SpeedRange, bounds> speed_ranges{};

  // The link to the host's memory.
  int copy_engines = 2;                       ///< 1: one for both directions; 2: one for each
  double pinned_bytes_per_second = 55.4e9;    ///< copies from or to page-locked memory
  double pageable_bytes_per_second = 16.6e9;  ///< copies of pageable memory, staged through page-locked memory
  double pin_bytes_per_second = 16.9e9;       ///< locking pages and unlocking them again; 0: takes no time
  double launch_seconds = 3.1e-6;             ///< host time to issue one operation
};

static_assert(std::is_trivially_copyable_v<Device>);

/// One of `parts` equal parts of a device, with its share of multiprocessors, caches and bandwidth. Work scaled down in
/// the same proportion behaves as on the whole device, with `parts` times fewer accesses to emulate.
inline Device slice_of(Device device, int parts) {
  if (parts <= 1) return device;
  device.multiprocessors = std::max(1, device.multiprocessors / parts);
  device.l1_bytes /= parts;
  device.l2_bytes /= parts;
  device.most_persisting_bytes /= parts;
  device.most_window_bytes /= parts;
  device.dram_bytes_per_second /= parts;
  device.copy_bytes_per_second /= parts;
  for (double* whole : {&device.timing.dram_load_bytes_per_second, &device.timing.dram_store_bytes_per_second,
                        &device.timing.l2_load_bytes_per_second, &device.timing.l2_store_bytes_per_second}) {
    *whole /= parts;
  }
  device.timing.update_sector_seconds *= parts;
  return device;
}

}  // namespace simt::memory

// From what a launch does to the time that it takes, and what bounds it. No number here is fitted to a kernel:
// constants are the device's (the table [timing] of its file), counts are the emulator's.
//
// A multiprocessor is a closed network of queues. Its customers are the blocks that are resident: when one leaves, the
// next one comes. Each wants service from
//   DRAM          its bytes ÷ the multiprocessor's share of the bandwidth. Where loads and stores mix, that of a copy.
//   A
//                 sector that is loaded comes with its neighbour; one of which only a part is ever stored is loaded
//                 first;
//   L2            its bytes between the L2 and the multiprocessor: loaded ones one way; the other way stored ones, a
//                 sector's worth of mask for each line with a sector that is stored in part, and as much for each line
//                 that is asked for. The slower way counts;
//   L1            passes through its banks, which are those of shared memory, and at least so many cycles a request;
//   shared        a cycle for each pass of shared memory; both go through one pipe;
//   constant      passes of the constant cache, one for each word that a request wants;
//   instructions  of the busiest of the kinds (instructions.hpp), or of all kinds together: no more than the schedulers
//                 can send. simt/instrument/instructions.cpp says what nvcc makes of LLVM's instructions;
//   updates       of the whole device: sectors with atomic updates, and those of the busiest chunk of memory, one after
//   the other: one
//                 part of the L2 makes them;
//   barriers      cycles for each warp that arrives;
//   blocks        the start of a block, and at least so long for each of its warps;
// and spends the rest of its time waiting for nothing that others use: for the latency of its loads, batch after batch,
// of its barriers, and of instructions of which each needs the result of the one before. Loads are in flight together
// (a batch) if they are of the same round of a loop and no store to global memory, no load of shared memory and no
// barrier is between them. Mean value analysis (Reiser, Lavenberg 1980) gives the rate at which blocks leave: that of
// the busiest service where many are resident, Little's law where few are, and queues between. Warps that wait for
// several batches between barriers are customers of their own.
//
// The multiprocessor with the most blocks ends last. A launch costs its own time, too.
//
// Not known: registers (none is taken to limit what is resident), the order in which nvcc loads and computes, finding
// pages' addresses, warps of a block that differ.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "simt/memory/device.hpp"
#include "simt/memory/occupancy.hpp"

namespace simt::memory {

/// What a kernel's time may be bound by.
enum class Bound : std::uint8_t {
  dram,
  l2,
  l1,
  shared,
  constant,
  instructions,
  updates,
  barriers,
  blocks,
  latency,
  launch
};
static_assert(static_cast<int>(Bound::launch) + 1 == bounds);

/// "bytes from and to DRAM", "shared-memory passes" …
std::string_view name_of(Bound bound);

/// What all launches of one shape do together, as far as time depends on it.
struct Work {
  LaunchShape shape;                                                      ///< of one launch
  double launches = 0;                                                    ///< how many launches
  double blocks = 0;                                                      ///< of all launches
  double dram_loaded = 0, dram_stored = 0, l2_loaded = 0, l2_stored = 0;  ///< bytes; the L2's are to and from all L1
  double filled = 0;  ///< bytes: sectors of which only a part is ever stored are loaded first; part of dram_loaded
  double partly_stored = 0;  ///< the share of stored sectors of which a request stores a part
  /// Bytes by those between (CacheHierarchy::Reuse).
  struct Reuse {
    std::array<double, 48> by_same_block{};  ///< bytes that the block used before
    std::array<double, 48> by_others{};      ///< bytes that another block used before
  };
  Reuse loaded_again;                   ///< what DRAM would send again if the L2 cache had lost them,
  Reuse filled_again, stored_again;     ///< the same of stores to sectors that are loaded first, and what it would get
  double requests = 0;                  ///< to global memory
  double l1_wavefronts = 0;             ///< passes that the banks of the L1 need for their lanes' words
  double wavefronts = 0;                ///< of shared memory
  double constant_words = 0;            ///< passes of the constant cache: one for each word that a request wants
  double update_sectors = 0;            ///< of atomic updates: each as often as lanes update its busiest word,
  double updates_of_a_chunk = 0;        ///< and those of the busiest chunk of one launch, summed over launches
  double batches = 0;                   ///< of loads, summed over warps,
  double waits = 0;                     ///< and the seconds that warps wait for them
  double barriers = 0;                  ///< of a block, summed over blocks
  std::array<double, pipes> issued{};   ///< instructions of each kind (Pipe), summed over warps,
  std::array<double, pipes> chained{};  ///< and those of them that wait for the one before
};

/// The times of a launch, or of several one after the other. Plain data, so that it can be sent to another process.
struct Prediction {
  double seconds = 0;                          ///< 0: nothing is known about the device
  std::array<double, bounds> bound_seconds{};  ///< for each Bound, in its order

  /// The time of one bound, in seconds.
  double of(Bound bound) const { return bound_seconds[static_cast<std::size_t>(bound)]; }
  /// The one that takes longest.
  Bound bound() const;
  /// Adds, bound by bound.
  Prediction& operator+=(const Prediction& other);
};

/// What bounds the time of `work` on `device`, and how long it takes.
Prediction predict(const Work& work, const Device& device);

/// The work of larger data, `times` as much in all, in grids that are known: `grids` has launches and blocks only, of
/// the same launches in the same order. Where they are not the same, every launch has `times` as many blocks. A grid
/// that grows about as the data does (by half of it to twice it) has blocks that do what they did; else each does more.
///
/// What is used again after an eighth of the data or more is used again in another pass over them: at the larger size,
/// `times` as many bytes are between, and the L2 cache of `device` may have lost it. Other uses are as near as before,
/// and so are those by a block that does what it did: it does not stay longer because others follow.
std::vector<Work> enlarged(std::vector<Work> counted, double times, const std::vector<Work>& grids,
                           const Device& device);

/// One after the other.
Prediction predict(const std::vector<Work>& all, const Device& device);

}  // namespace simt::memory

// How long a kernel's memory traffic would take: a rough physical model, for the order of kernels and the reason
// for it. Not a measurement: nothing here is fitted to one.
//
// Blocks run in windows of `blocks_in_flight`, in the order of their launch. In a window
//   DRAM takes the bytes of the busiest partition ÷ (bandwidth ÷ partitions): the partitions work side by side, so
//     that the others wait for a camped one. Bandwidth is that of the best plain copy known of the device (for the
//     GTX 280 one by other people, of another kernel than those the estimate is held against), else the one on paper;
//   shared memory takes its passes × cycles a pass ÷ clock, spread over the multiprocessors;
//   and with b blocks resident on a multiprocessor, one's shared-memory phase hides behind the others' transfers but
//     for its own b-th part: the window takes max(DRAM, shared) + min(DRAM, shared) ÷ b, as any pipeline of two
//     stages fed in b pieces.
//
// Held against the six published kernels of the GTX 280 (measurements/gtx280.md) it is 1.1 to 1.7 times too fast, never too
// slow, for what it leaves out only makes hardware slower:
//   opening DRAM pages: a column of blocks writes 64 or 128 bytes a page, a naive transpose 32, where a copy streams;
//   latency that too few threads hide, above all around the barrier between loads and stores;
//   instructions, the wait of a window for its last block, requests queueing at a partition behind another's.
// What caches keep from DRAM is the caller's to leave out.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/device.hpp"
#include "simt/memory/occupancy.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory {

class Estimate {
 public:
  explicit Estimate(const Device& device) : device_(device), partition_bytes_(device.partitions) {}

  void begin_launch(const LaunchShape& shape);
  void begin_block();
  /// What a block has is known only once it has used it: as long as no window is closed.
  void set_shape(const LaunchShape& shape) { resident_ = resident_blocks(shape, device_); }

  /// A request to global memory, by the device's rule and with no cache.
  void global(const Request& request);
  /// `bytes` bytes between chip and DRAM, within one partition's chunk.
  void transfer(std::uint64_t address, std::uint32_t bytes);
  /// A request to shared memory.
  void shared(const Request& request);
  /// Passes of shared memory that were counted already.
  void passes(int passes) { passes_ += passes; }

  std::int64_t dram_bytes() const { return dram_bytes_; }
  /// Of everything so far.
  double seconds();

 private:
  void close_window();
  double dram_seconds() const;
  double shared_seconds() const;

  Device device_;
  std::vector<std::int64_t> partition_bytes_;  // of the open window
  std::int64_t passes_ = 0;                    // of the open window
  int blocks_ = 0;                             // in the open window
  int resident_ = 1;
  std::int64_t dram_bytes_ = 0;
  double seconds_ = 0;
};

}  // namespace simt::memory

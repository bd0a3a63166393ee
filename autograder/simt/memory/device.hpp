// The few numbers of a GPU that the traffic counters depend on. Not its clocks or bandwidths: nothing here is
// a time.
#pragma once

namespace simt::memory {

/// All sizes are powers of two. The defaults are the H200's (CUDA C++ Programming Guide, "Compute Capability
/// 5.x" and later) but for the partitions, which are the GTX 280's: newer chips hash addresses over their
/// partitions, so that only the old layout shows partition camping (Conrad 2010).
struct Device {
  int sector_bytes = 32;

  int banks = 32;
  int bank_bytes = 4;

  int partitions = 8;
  int partition_bytes = 256;
  int blocks_in_flight = 30;  ///< the GTX 280's multiprocessors, one block each
};

}  // namespace simt::memory

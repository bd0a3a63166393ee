// From the requests that a warp's lanes made up to counts per site.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/core/access/sites.hpp"
#include "simt/memory/busiest_block.hpp"
#include "simt/memory/device.hpp"
#include "simt/memory/estimate.hpp"
#include "simt/memory/partitions.hpp"
#include "simt/memory/resident_blocks.hpp"

namespace simt::core {

class Traffic {
 public:
  /// Time is estimated where no cache is between requests and DRAM, and a copy's speed is known. What such a time
  /// is predicted from is gathered on request, where the device's timing is known.
  Traffic(const memory::Device& device, bool model_caches, std::uintptr_t library_base, bool gather_work = false);

  void begin_launch(const memory::LaunchShape& shape, const memory::AccessWindow& window);
  /// The launch's blocks have more shared memory than was known.
  void set_shape(const memory::LaunchShape& shape);
  /// Of a thread of the launch that began last, for predictions of time; 0: not known.
  void set_registers(int registers) {
    if (workload_) workload_->set_registers(registers);
  }
  /// Block `number` starts, or goes on; counted in the order of the launch.
  void begin_block(std::uint64_t number);
  memory::BlockTraffic of_block() const { return {busiest_.moved(), partitions_.stored()}; }
  void resume_block(std::uint64_t number, memory::BlockTraffic before);

  /// The row of `site` for the running lane, a bit, in the round that it is in: one that other lanes have opened, or a
  /// new one. Moves site.expected behind it.
  Row& find_row(Site& site, std::uint32_t lane);

  /// All lanes of `warp` have a round behind them: counts its open rows and closes them.
  void count_rows(std::uint32_t warp, Round& round);

  /// After all calls of count_rows() for one meeting of lanes.
  void rows_are_counted();

  /// Counts all open rows, though lanes may still come to them.
  void count_early();

  // Between launches: the part of the L2 cache that is for persisting lines.
  std::int64_t set_aside(std::int64_t bytes);
  void reset_persisting();
  /// What is left there; 0 where no caches are modelled.
  std::int64_t persisting_bytes() { return caches_ ? caches_->persisting_bytes() : 0; }

  /// The run is over: adds what is known only at the end, for `sites` and the whole run.
  void finish(Sites& sites);
  double camping() { return partitions_.factor(); }
  double busiest_block() { return busiest_.share(); }
  std::int64_t local_wavefronts() const { return local_wavefronts_; }
  double issued_multiply_adds() const;
  /// Where a pc is an address.
  BusiestArithmetic busiest_arithmetic() const;
  void block_barrier() {
    if (workload_) workload_->block_barrier();
  }
  /// A warp carries out a piece of code so many times.
  void execute(const memory::CodeCost& cost, std::int64_t times) {
    if (workload_) workload_->execute(cost, times);
  }
  /// A launch whose blocks are not run.
  void skip_blocks(std::uint64_t count) {
    if (workload_) workload_->begin_blocks(static_cast<std::int64_t>(count));
  }
  /// After finish(). Empty where nothing was gathered.
  const std::vector<memory::Work>& work() const { return work_; }
  double estimated_seconds() { return estimate_ ? estimate_->seconds() : 0; }

 private:
  Row& open_row(Site& site);
  void count_row(const Row& row, Site& site);
  /// Closes all open rows, uncounted.
  void drop_rows();
  template <class Visit>
  void each_open_row(Visit visit);
  /// Moves the open rows of all sites to the front.
  void pack();
  void count_request(const memory::Request& request, Site& site);
  /// Where a request is half a warp, a row whose lanes are in both halves is two.
  void count_halves(const memory::Request& row, Site& site);
  void count_global(const memory::Request& request, Site& site);
  void count_segments(const memory::Request& request, Site& site);
  void count_shared(const memory::Request& request, Site& site);
  void count_constant(const memory::Request& request, Site& site);
  /// A lane's address is an offset in its own local memory. One offset of a whole warp is free: nvcc may have
  /// found a register for it, and an argument goes to all lanes at once.
  void count_local(const memory::Request& request);
  /// In the place of a lane's address is how many multiply-adds it carries out. The warp takes as long as the lane that
  /// has most of them, and its other lanes wait.
  void count_arithmetic(const memory::Request& request, std::uintptr_t pc);
  /// `cost` is sectors or wavefronts.
  static void keep_if_worst(const memory::Request& request, int cost, Site& site);

  memory::Device device_;
  memory::PartitionCamping partitions_;
  memory::BusiestBlock busiest_;
  std::optional<memory::ResidentBlocks> caches_;
  std::optional<memory::Estimate> estimate_;
  std::optional<memory::Workload> workload_;
  std::vector<memory::Work> work_;
  std::uint64_t window_ = 0;           // of blocks that are in flight together
  std::int64_t local_wavefronts_ = 0;  // of the requests that are not free
  struct Arithmetic {
    std::uintptr_t pc = 0;
    double issued = 0, used = 0;  // multiply-adds of whole warps, and of the lanes that take part
  };
  std::vector<Arithmetic> arithmetic_;  // by call: few make any
  std::vector<Site*> open_;             // sites that have rows
  std::uint32_t warp_ = 0;              // whose rows are counted
};

}  // namespace simt::core

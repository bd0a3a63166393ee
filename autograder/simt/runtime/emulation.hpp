// One run of the emulator: joins address map, threads, counters and findings. The callbacks and the CUDA runtime
// API of student code end here.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simt/emulator.hpp"
#include "simt/evidence.hpp"
#include "simt/include/simt/api.h"
#include "simt/include/simt/thread.h"
#include "simt/memory/races.hpp"
#include "simt/runtime/address_map.hpp"
#include "simt/runtime/block.hpp"
#include "simt/runtime/findings.hpp"
#include "simt/runtime/sites.hpp"
#include "simt/runtime/traffic.hpp"

namespace simt::runtime {

/// Memory aligned as cudaMalloc's is.
struct alignas(256) Chunk {
  std::byte bytes[256];
};
using Chunks = std::unique_ptr<Chunk[]>;

class Emulation final : private BlockEvents {
 public:
  Emulation(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options);
  ~Emulation() override;

  /// What was seen. The run is over: student code that still runs is not watched.
  Evidence finish();

  // What kernels do. `pc` is the instruction after the call.
  template <Access access, std::uint8_t bytes, bool is_aligned>
  void on_access(std::uintptr_t address, std::uintptr_t pc);
  void on_range(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
  void sync_threads(std::uintptr_t pc) { block_.wait_for_block(pc); }
  void sync_warp(std::uint32_t mask, std::uintptr_t pc) {
    block_.wait_for_lanes(mask | 1u << (block_.current_number() % 32), pc);
  }
  void* dynamic_shared() const { return dynamic_shared_.get(); }

  // What host code does.
  void on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
  void launch(const LaunchShape& shape, const Kernel& kernel, std::uintptr_t pc);
  cudaError_t allocate(void** pointer, std::size_t bytes);
  cudaError_t free(void* pointer);
  cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, std::uintptr_t pc);
  cudaError_t fill(void* to, int value, std::size_t bytes, std::uintptr_t pc);
  cudaError_t allow_dynamic_shared(int bytes);

  /// Leaves `error` behind for cudaGetLastError and returns it; a fatal one is returned for ever after.
  cudaError_t leave(cudaError_t error);
  cudaError_t last_error() const { return last_error_; }
  cudaError_t fatal_error() const { return is_dead_ ? last_error_ : cudaSuccess; }
  cudaError_t take_last_error();

 private:
  // BlockEvents
  void run_thread() override { kernel_->run_thread(kernel_); }
  void thread_goes_on(const Thread& thread) override;
  void lanes_met() override { traffic_.count_rows(); }
  void warp_barrier(int warp, std::uint32_t mask) override;
  void block_barrier() override;

  void map_memory(std::span<const Allocation> lent, std::uintptr_t library_base);
  std::vector<std::uintptr_t> map_callable(const Kernel& kernel);
  void run_grid(const LaunchShape& shape);
  void prepare_dynamic_shared(std::size_t bytes);
  void begin_block(const Indices& index);
  // Where dynamic shared memory lies among a block's tracked bytes: after the static one.
  std::uint32_t dynamic_offset() const { return static_cast<std::uint32_t>((static_shared_.bytes + 15) / 16 * 16); }
  std::string refusal(const LaunchShape& shape) const;
  void report_divergence(const Divergence& divergence);
  void on_rare_access(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc);
  Site& resolve(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc);
  void open_row(Site& site, std::uintptr_t address);
  void add_lane(Site& site, std::uintptr_t address);
  void check_race(const Site& site, std::uintptr_t address);
  void report_race(const Site& site, std::uintptr_t address, const memory::SharedVerdict& verdict);
  FindingRecord describe(FindingKind kind, std::uintptr_t pc) const;
  FindingRecord describe_access(FindingKind kind, Access access, std::uint8_t bytes, std::uintptr_t address,
                                std::uintptr_t pc) const;
  [[noreturn]] void die(const FindingRecord& finding, cudaError_t error);
  std::uint64_t library_offset(std::uintptr_t pc) const;
  const Segment* find_global(const void* address, std::size_t bytes) const;
  bool is_allocated(const void* address) const;
  bool may_write(const void* to, std::size_t bytes, std::uintptr_t pc);

  // Read at every access.
  std::uint64_t interval_ = 0;
  std::uint32_t lane_ = 0;

  RunOptions options_;
  std::uintptr_t library_base_;
  AddressMap map_;
  Sites sites_;
  Traffic traffic_;
  Findings findings_;
  Segment static_shared_;
  Chunks dynamic_shared_;
  Segment* dynamic_segment_ = nullptr;
  // What a kernel may have unless cudaFuncSetAttribute grants it more, and how much that can be.
  static constexpr std::size_t max_dynamic_shared = std::size_t{227} << 10;
  std::size_t dynamic_limit_ = std::size_t{48} << 10;
  std::optional<memory::SharedRaces> races_;
  Block block_;
  const Kernel* kernel_ = nullptr;  // the one that runs
  cudaError_t last_error_ = cudaSuccess;
  bool is_dead_ = false;  // a kernel died: the device is lost for this run
  bool is_finished_ = false;
  std::map<void*, Chunks> allocations_;
};

/// The run that goes on, or that ended last; null before the first.
Emulation* current();
/// The same while one of its kernels runs, else null. Everything hot looks here.
extern Emulation* in_kernel;

// Only what nearly every access does is here: anything else leaves by a tail call, so that no register is saved.
template <Access access, std::uint8_t bytes, bool is_aligned>
[[gnu::always_inline]] inline void Emulation::on_access(std::uintptr_t address, std::uintptr_t pc) {
  Site& site = *sites_.guess(pc);
  const bool is_quick = site.pc == pc && address - site.base < site.quick_room;
  const bool is_misaligned = is_aligned && address % bytes != 0;
  if (!is_quick || is_misaligned) [[unlikely]] {
    return on_rare_access(access, bytes, is_aligned, address, pc);
  }
  if (!site.is_counted) return;
  if (site.interval != interval_) {
    site.interval = interval_;
    site.executions = 0;
  }
  if (site.executions >= site.open_rows) [[unlikely]]
    return open_row(site, address);
  add_lane(site, address);
}

// The lane's part of the request that is the site's next execution.
[[gnu::always_inline]] inline void Emulation::add_lane(Site& site, std::uintptr_t address) {
  memory::Request& row = site.rows[site.executions];
  ++site.executions;
  row.address[lane_] = address;
  row.active |= std::uint32_t{1} << lane_;
}

}  // namespace simt::runtime

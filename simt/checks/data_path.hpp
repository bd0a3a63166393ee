// Ways from inputs to outputs that kernels' counters do not show: copies, and the host (RunOptions::data_path).
//
// Why these are all. Inputs are random, so an answer is a function of what was read from lent memory. It can be read by
// kernels, which is counted; by copies, which are counted where they stay on the device (Emulation::count_copy) and
// refused where they do not; and by host code, which may not touch device memory at all (bounds.hpp). So host code
// learns nothing of the inputs, and what it writes to the device, or fills it with, does not depend on them. Memory
// that both sides may use is the one place left: what kernels or copies have written there, host code may not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "simt/checks/observer.hpp"
#include "simt/core/streams/stream_races.hpp"

namespace simt::checks {

class DataPath final : public Observer {
 public:
  explicit DataPath(const Context& context) : context_(context) {}

  bool wants(core::Site& site, const core::Segment& segment) override;
  void unmapped(std::uintptr_t base) override { written_.erase(base); }
  void host_wrote(std::uintptr_t address, std::size_t bytes) override { left_.remove(address, bytes); }
  /// Memory of the host that kernels can no longer use: what they have written stays in it.
  void on_unmapping(const core::Segment& segment);

  /// Whether these bytes may be copied; where not, it is reported.
  bool may_copy(const void* to, const void* from, std::size_t bytes, std::uintptr_t pc);
  void on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);

 private:
  bool is_limited() const { return context_.options.data_path != simt::DataPath::anywhere; }
  /// Whether any of these bytes may come from a kernel, or from lent memory.
  bool holds_results(std::uintptr_t address, std::size_t bytes) const;

  Context context_;
  std::set<std::uintptr_t> written_;  // starts of the host's memory that kernels have written
  core::ByteSet left_;                // bytes of such memory that was unregistered or freed
};

}  // namespace simt::checks

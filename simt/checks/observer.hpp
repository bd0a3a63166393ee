// What a check sees of a run. A check is an observer that reports what is wrong; checks.hpp lists all of them.
//
// No function here is called for an access that the core handles with counting alone (Emulation::on_access): a check
// says with wants() which accesses it has to see.
#pragma once

#include <cstdint>

#include "simt/core/access/memory_map.hpp"
#include "simt/core/access/sites.hpp"
#include "simt/core/reporter.hpp"
#include "simt/core/threads/block.hpp"
#include "simt/core/threads/grid.hpp"
#include "simt/emulator.hpp"
#include "simt/memory/order.hpp"

namespace simt::checks {

/// The parts of the core that checks read. They are valid as long as the run is.
struct Context {
  const RunOptions& options;
  const core::MemoryMap& memory;
  core::Sites& sites;
  core::Block& block;
  core::Reporter& reporter;
};

/// Whether a kernel may expect something in new memory.
enum class Content : std::uint8_t { unwritten, written };

/// Whether what was in the memory matters to the thread: not to an exchange whose result is not used.
inline bool reads_old_value(const core::Site& site, core::Strength strength) {
  return strength == core::Strength::load || (strength == core::Strength::update && site.is_read);
}

class Observer {
 public:
  virtual ~Observer() = default;

  // Memory, in the order of what happens to it.
  virtual void mapped(const core::Segment&, Content) {}
  virtual void unmapped(std::uintptr_t /*base*/) {}
  /// Written from outside of kernels: by a copy, a fill, or the host.
  virtual void host_wrote(std::uintptr_t /*address*/, std::size_t /*bytes*/) {}

  // Accesses of kernels.
  /// From now on the instruction of `site` touches `segment`, until the next call for that site. True when on_access()
  /// must see its accesses; the site's fields for checks are set here.
  virtual bool wants(core::Site&, const core::Segment&) { return false; }
  /// A plain load or store of `site.bytes` bytes, before it happens.
  virtual void on_access(const core::Site&, Access, std::uintptr_t /*address*/) {}
  /// An atomic or volatile access was reached; other threads may run before it happens.
  virtual void reached_strong(const core::Site&, Access, std::uintptr_t /*address*/) {}
  /// A compare-and-swap happens now; on_strong() follows. Only with RunOptions::find_races.
  virtual void on_compare(const core::Site&, std::uintptr_t /*address*/) {}
  /// The atomic or volatile access happens now. Only with RunOptions::find_races.
  virtual void on_strong(const core::Site&, core::Strength, std::uintptr_t /*address*/) {}
  /// A barrier in memory is made (store), arrived at (update), or a phase of it is seen to be complete (load). Of
  /// `phase`, the number of the phase, the lowest bit counts.
  virtual void on_phase_barrier(const core::Site&, core::Strength, std::uintptr_t /*address*/,
                                std::uint32_t /*phase*/) {}

  // Order between threads.
  virtual void thread_goes_on(std::uint32_t /*number*/) {}
  virtual void warp_barrier(int /*warp*/, std::uint32_t /*mask*/) {}
  virtual void block_barrier() {}
  virtual void grid_barrier() {}
  /// The running block goes on after a grid_barrier().
  virtual void left_grid_barrier() {}
  virtual void acquire(memory::Scope) {}
  virtual void release(memory::Scope) {}

  // Launches and their blocks.
  virtual void begin_launch() {}
  virtual void end_launch() {}
  virtual void begin_block() {}
  virtual void suspend_block(core::SuspendedBlock&) {}
  virtual void resume_block(core::SuspendedBlock&) {}
  /// The run is over; `is_device_lost` after a fatal error.
  virtual void end_run(bool /*is_device_lost*/) {}
};

}  // namespace simt::checks

// Accesses to memory that is not there, was freed, may not be written, or is not aligned. No observer: the core asks it
// before such an access, which stops the kernel as a device fault would.
#pragma once

#include <optional>

#include "simt/checks/observer.hpp"
#include "simt/core/host_api/allocations.hpp"

namespace simt::checks {

class Bounds {
 public:
  Bounds(const Context& context, const core::Allocations& allocations) : context_(context), allocations_(allocations) {}

  /// What is wrong with an access to `segment`, the one that holds all its bytes or null; nothing when it is allowed.
  std::optional<FindingKind> violation(const core::Segment* segment, Access access, std::uintptr_t address) const {
    if (segment == nullptr) {
      return allocations_.was_freed(address) ? FindingKind::use_after_free : FindingKind::out_of_bounds;
    }
    // Host code may copy to constant memory, kernels only read it.
    const bool is_read_only = !segment->is_writable || segment->kind == core::Kind::constant;
    if (is_write(access) && is_read_only) return FindingKind::write_to_input;
    return std::nullopt;
  }
  /// The host's code touched memory that only kernels may use.
  void on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
  /// Whether a copy or a fill may write there; writing to an input is reported.
  bool may_write(const void* to, std::size_t bytes, std::uintptr_t pc);

 private:
  Context context_;
  const core::Allocations& allocations_;
};

}  // namespace simt::checks

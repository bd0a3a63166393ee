#include "simt/checks/bounds.hpp"

#include <algorithm>

#include "simt/include/simt/thread.h"

namespace simt::checks {

using core::Segment;

namespace {

/// Of one instruction; nothing that was allocated is smaller than it with the gaps around.
constexpr std::size_t widest_access = 16;

bool is_dynamic_shared(std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(simt_dynamic_shared_memory) < sizeof simt_dynamic_shared_memory;
}

}  // namespace

void Bounds::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  const core::MemoryMap& memory = context_.memory;
  // What kernels leave in freed memory, in shared memory or on their stacks, is no more for the host than the rest.
  const auto is_of_device = [&](std::uintptr_t byte) {
    const auto* const pointer = reinterpret_cast<const void*>(byte);
    return memory.is_allocated(pointer) || memory.is_for_kernels_only(byte) || is_dynamic_shared(byte) ||
           memory.is_in(core::Kind::shared, pointer) || memory.is_in(core::Kind::local, pointer) ||
           allocations_.was_freed(byte);
  };
  // Memory that begins, or ends, or lies whole within what is accessed.
  bool touches_device = is_of_device(address) || is_of_device(address + bytes - 1);
  if (!touches_device && bytes > widest_access) {
    memory.addresses().each_within(address, address + bytes, [&](const Segment& segment) {
      touches_device = touches_device || (segment.bytes > 0 && is_of_device(segment.base));
    });
  }
  if (!touches_device) return;
  const auto shown_bytes = static_cast<std::uint8_t>(std::min<std::size_t>(bytes, 255));
  context_.reporter.report(
      context_.reporter.describe_access(FindingKind::host_dereference, access, shown_bytes, address, pc));
}

bool Bounds::may_write(const void* to, std::size_t bytes, std::uintptr_t pc) {
  const Segment* const segment = context_.memory.find_for_copy(to, bytes);
  if (segment == nullptr) return false;
  if (segment->is_writable) return true;
  context_.reporter.report(context_.reporter.describe_access(FindingKind::write_to_input, Access::store, 0,
                                                             reinterpret_cast<std::uintptr_t>(to), pc));
  return false;
}

}  // namespace simt::checks

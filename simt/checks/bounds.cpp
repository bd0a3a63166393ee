#include "simt/checks/bounds.hpp"

#include <algorithm>

namespace simt::checks {

using core::Segment;

void Bounds::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  const core::MemoryMap& memory = context_.memory;
  if (!memory.is_allocated(reinterpret_cast<const void*>(address)) && !memory.is_for_kernels_only(address)) return;
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

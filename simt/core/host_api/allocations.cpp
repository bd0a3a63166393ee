#include "simt/core/host_api/allocations.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/core/access/poison.hpp"

namespace simt::core {

void* Allocations::allocate(std::size_t bytes, Owner owner, std::string name, std::uintptr_t pc) {
  if (allocated_.size() >= most_pieces) return nullptr;
  DeviceMemory memory = map_device_memory(bytes);
  if (memory == nullptr) return nullptr;
  void* const start = memory.get();
  std::memset(start, poison, bytes);
  if (owner == Owner::student) device_bytes_ += bytes;
  allocated_[start] = {std::move(memory), bytes, pc, owner, std::move(name), false};
  return start;
}

bool Allocations::release(void* pointer) {
  const auto found = allocated_.find(pointer);
  if (found == allocated_.end()) return false;
  const std::size_t bytes = found->second.bytes;
  if (found->second.owner == Owner::student) device_bytes_ -= bytes;
  // The number of mappings is limited, too: a small piece counts as more than its bytes.
  const std::size_t kept_bytes = std::max(bytes, most_kept_bytes / 4096);
  if (kept_bytes_ + kept_bytes <= most_kept_bytes) {
    kept_bytes_ += kept_bytes;
    freed_.push_back({std::move(found->second.memory), bytes});
  }
  allocated_.erase(found);
  return true;
}

bool Allocations::was_freed(std::uintptr_t address) const {
  return std::any_of(freed_.begin(), freed_.end(), [address](const Freed& freed) {
    const auto base = reinterpret_cast<std::uintptr_t>(freed.memory.get());
    return address >= base && address - base < freed.bytes;
  });
}

void Allocations::adopt(Allocations& earlier) {
  allocated_ = std::move(earlier.allocated_);
  device_bytes_ = earlier.device_bytes_;
  for (auto& [pointer, allocated] : allocated_) allocated.is_adopted = true;
}

}  // namespace simt::core

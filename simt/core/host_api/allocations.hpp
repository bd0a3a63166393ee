// Device memory that student code allocates and frees.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/core/access/address_map.hpp"
#include "simt/core/host_api/device_memory.hpp"

namespace simt::core {

class Allocations {
 public:
  /// What one call of student code allocated, and where.
  struct Allocated {
    DeviceMemory memory;
    std::size_t bytes = 0;
    std::uintptr_t pc = 0;  ///< of the call; 0 when it has none
    Owner owner = Owner::student;
    std::string name;         ///< for messages
    bool is_adopted = false;  ///< by an earlier run
  };

  // Each piece is two mappings, with its guard, and Linux gives a process 65530: any other mapping would fail when all
  // are used. With what is kept of freed memory this leaves some thousands.
  static constexpr std::size_t most_pieces = 24000;

  /// New memory, filled with a pattern: a float of it is a NaN, an index is far out of bounds. Null when there is none,
  /// or when there are `most_pieces` already.
  void* allocate(std::size_t bytes, Owner owner, std::string name, std::uintptr_t pc);
  /// False when nothing that is allocated begins at `pointer`.
  bool release(void* pointer);
  /// Whether `address` is in memory that was freed, as far as that is remembered.
  bool was_freed(std::uintptr_t address) const;
  void forget_freed() { freed_.clear(); }
  /// Takes over what `earlier` left allocated.
  void adopt(Allocations& earlier);
  const std::map<void*, Allocated>& all() const { return allocated_; }
  /// Of what cudaMalloc and its relatives have allocated. Managed memory can move to the host; the heap is reserved.
  std::size_t device_bytes() const { return device_bytes_; }

 private:
  // Freed memory is not reused until there is too much of it, so that its use is detected.
  static constexpr std::size_t most_kept_bytes = std::size_t{256} << 20;
  struct Freed {
    DeviceMemory memory;
    std::size_t bytes = 0;
  };

  std::map<void*, Allocated> allocated_;
  std::vector<Freed> freed_;
  std::size_t kept_bytes_ = 0;
  std::size_t device_bytes_ = 0;
};

}  // namespace simt::core

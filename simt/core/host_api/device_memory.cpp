#include "simt/core/host_api/device_memory.hpp"

#include <sys/mman.h>

#include <fstream>
#include <sstream>

namespace simt::core {
namespace {

constexpr std::size_t page = 4096;

/// With the guard pages before and behind.
std::size_t mapped_bytes(std::size_t bytes) { return (bytes + page - 1) / page * page + 2 * page; }

}  // namespace

void Unmap::operator()(std::byte* memory) const { munmap(memory - page, mapped_bytes(bytes)); }

// Adjacent mappings with the same properties become one: hence the guards.
DeviceMemory map_device_memory(std::size_t bytes) {
  if (bytes > SIZE_MAX / 2) return nullptr;
  const std::size_t mapped = mapped_bytes(bytes);
  void* const start = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return nullptr;
  std::byte* const memory = static_cast<std::byte*>(start) + page;
  if (mprotect(memory, mapped - 2 * page, PROT_READ | PROT_WRITE) == 0) return DeviceMemory(memory, Unmap{bytes});
  munmap(start, mapped);
  return nullptr;
}

// A line: 7ffc0e5d2000-7ffc0e5f3000 rw-p 00000000 00:00 0    [stack]
Mapping find_mapping(std::uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    Mapping mapping;
    char dash = 0;
    std::string rights, offset, device, inode;
    words >> std::hex >> mapping.begin >> dash >> mapping.end >> rights >> offset >> device >> inode >> mapping.name;
    if (address < mapping.begin || address >= mapping.end) continue;
    return rights.starts_with("r") ? mapping : Mapping();
  }
  return {};
}

}  // namespace simt::core

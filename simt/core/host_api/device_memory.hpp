// Memory of the emulated device: mapped on its own, so that an address distinguishes it from the host's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace simt::core {

/// Unmaps, guard pages and all.
struct Unmap {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using DeviceMemory = std::unique_ptr<std::byte[], Unmap>;

/// Begins at a page, which is more than enough for cudaDeviceProp::textureAlignment. Null when there is no memory.
DeviceMemory map_device_memory(std::size_t bytes);

/// A piece of this process's memory as the kernel lists it.
struct Mapping {
  std::uintptr_t begin = 0, end = 0;  ///< both 0: none
  std::string name;                   ///< "[stack]", a file, or nothing
};

/// Where `address` can be read.
Mapping find_mapping(std::uintptr_t address);

}  // namespace simt::core

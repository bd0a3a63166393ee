// Memory of the emulated device: mapped on its own, so that an address distinguishes it from the host's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace simt::core {

/// Unmaps, guard pages and all.
struct Unmap {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using DeviceMemory = std::unique_ptr<std::byte[], Unmap>;

/// Begins at a page, which is more than enough for cudaDeviceProp::textureAlignment. Null when there is no memory.
DeviceMemory map_device_memory(std::size_t bytes);

/// What the host's system can still give without running short, in bytes; as many as can be where that is not known.
std::size_t available_host_memory();

/// What host memory is at an address.
enum class HostMemory { none, stack, other };

/// none: the address cannot be read. stack: that of the main thread. Needs no /proc, which a walled-in process lacks.
HostMemory find_host_memory(std::uintptr_t address);

}  // namespace simt::core

#include "simt/core/host_api/device_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <string>

#include "simt/emulator.hpp"

extern "C" void* __libc_stack_end;  // of glibc's loader: where the main thread's stack begins, at its highest address

namespace simt::core {
namespace {

constexpr std::size_t page = 4096;

constexpr std::uintptr_t usual_stack_bytes = std::uintptr_t{8} << 20;  // where there is no limit

/// With the guard pages before and behind.
std::size_t mapped_bytes(std::size_t bytes) { return (bytes + page - 1) / page * page + 2 * page; }

/// Where the next memory should be: behind all that was mapped so far. The system takes another place only where
/// something else is there.
std::atomic<std::uintptr_t> next_place = lent_device_memory + lent_device_bytes;

/// The kernel reads one byte there on our behalf: an address that cannot be read is an error, not a signal.
bool is_readable(std::uintptr_t address) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const bool readable = write(ends[1], reinterpret_cast<const void*>(address), 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return readable;
}

}  // namespace

void Unmap::operator()(std::byte* memory) const { munmap(memory - page, mapped_bytes(bytes)); }

// Adjacent mappings with the same properties become one: hence the guards.
DeviceMemory map_device_memory(std::size_t bytes) {
  if (bytes > SIZE_MAX / 2) return nullptr;
  const std::size_t mapped = mapped_bytes(bytes);
  void* const place = reinterpret_cast<void*>(next_place.fetch_add(mapped));
  void* const start = mmap(place, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) {
    next_place -= mapped;  // too much was asked for; what fits still has its usual place
    return nullptr;
  }
  std::byte* const memory = static_cast<std::byte*>(start) + page;
  if (mprotect(memory, mapped - 2 * page, PROT_READ | PROT_WRITE) == 0) return DeviceMemory(memory, Unmap{bytes});
  munmap(start, mapped);
  return nullptr;
}

std::size_t available_host_memory() {
  std::ifstream list("/proc/meminfo");
  for (std::string name, rest; list >> name; std::getline(list, rest)) {
    std::size_t kibibytes = 0;
    if (name == "MemAvailable:" && list >> kibibytes) return kibibytes << 10;
  }
  return SIZE_MAX;
}

HostMemory find_host_memory(std::uintptr_t address) {
  if (!is_readable(address)) return HostMemory::none;
  rlimit stack{};
  getrlimit(RLIMIT_STACK, &stack);
  const std::uintptr_t most_bytes = std::min<rlim_t>(stack.rlim_cur, usual_stack_bytes);
  const auto end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  return end - address < most_bytes ? HostMemory::stack : HostMemory::other;
}

}  // namespace simt::core

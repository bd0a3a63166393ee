// Memory of the device, of the host and of both: cudaMalloc and its relatives.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

std::string spelled(const char* function, std::size_t bytes) {
  return std::string(function) + "(" + std::to_string(bytes) + ")";
}

cudaError_t pin(void** pointer, std::size_t bytes, unsigned flags) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  constexpr unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (pointer == nullptr || (flags & ~known) != 0) return ended(cudaErrorInvalidValue);
  // The memory begins at a page.
  constexpr std::size_t page = 4096;
  *pointer = std::aligned_alloc(page, (std::max<std::size_t>(bytes, 1) + page - 1) / page * page);
  if (*pointer == nullptr) return ended(cudaErrorMemoryAllocation);
  if (const cudaError_t error = run->map_host(*pointer, bytes, Owner::host); error != cudaSuccess) {
    std::free(std::exchange(*pointer, nullptr));
    return error;
  }
  run->objects().pinned[*pointer] = flags;
  return ended(cudaSuccess);
}

bool is_managed(const Emulation& run, const void* pointer, std::size_t bytes) {
  const Segment* const segment = run.memory().find_global(pointer, std::max<std::size_t>(bytes, 1));
  return segment != nullptr && segment->owner == Owner::managed;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return run->allocate(pointer, bytes, Owner::student, spelled("cudaMalloc", bytes), SIMT_PC);
}

cudaError_t cudaFree(void* pointer) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->free(pointer, SIMT_PC);
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const auto number = run->objects().number_of(stream, run->streams());
  if (!number) return ended(cudaErrorInvalidResourceHandle);
  const cudaError_t error = run->allocate(pointer, bytes, Owner::student, spelled("cudaMallocAsync", bytes), SIMT_PC);
  if (error != cudaSuccess || *pointer == nullptr) return error;
  Operation operation;
  operation.kind = OperationKind::host_function;
  operation.stream = *number;
  operation.pc = SIMT_PC;
  operation.label = "cudaMallocAsync";
  Footprint footprint;
  footprint.is_allocation = true;
  footprint.stores.add(reinterpret_cast<std::uintptr_t>(*pointer), bytes);
  run->record(operation, std::move(footprint));
  return error;
}

// The memory is there for what comes later in the stream, and until what came before: getting and freeing it count as
// using it, and every other use has to be ordered behind, or before.
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const auto number = run->objects().number_of(stream, run->streams());
  if (!number) return ended(cudaErrorInvalidResourceHandle);
  if (pointer == nullptr) return ended(cudaSuccess);
  const Segment* const segment = run->memory().find_global(pointer, 1);
  if (segment == nullptr || segment->base != reinterpret_cast<std::uintptr_t>(pointer)) {
    return ended(cudaErrorInvalidValue);
  }
  Operation operation;
  operation.kind = OperationKind::host_function;
  operation.stream = *number;
  operation.pc = SIMT_PC;
  operation.label = "cudaFreeAsync";
  Footprint footprint;
  footprint.stores.add(segment->base, segment->bytes);
  run->record(operation, std::move(footprint));
  return run->release(pointer);
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const bool is_right = bytes != 0 && (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost);
  if (!is_right) return ended(cudaErrorInvalidValue);
  return run->allocate(pointer, bytes, Owner::managed, spelled("cudaMallocManaged", bytes), SIMT_PC);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const auto number = run->objects().number_of(stream, run->streams());
  if (!number) return ended(cudaErrorInvalidResourceHandle);
  const bool to_host = location.type == cudaMemLocationTypeHost;
  const bool is_device = location.type == cudaMemLocationTypeDevice;
  if (is_device && location.id != 0) return ended(cudaErrorInvalidDevice);
  const bool is_right = (to_host || is_device) && flags == 0 && is_managed(*run, pointer, bytes);
  if (!is_right) return ended(cudaErrorInvalidValue);
  Operation operation;
  operation.kind = to_host ? OperationKind::copy_to_host : OperationKind::copy_to_device;
  operation.stream = *number;
  operation.bytes = static_cast<std::int64_t>(bytes);
  operation.pc = SIMT_PC;
  operation.label = "cudaMemPrefetchAsync";
  run->record(operation, {});
  return ended(cudaSuccess);
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const bool is_known = advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy;
  return ended(is_known && is_managed(*run, pointer, bytes) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned flags) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (!run->objects().number_of(stream, run->streams())) return ended(cudaErrorInvalidResourceHandle);
  const bool is_flag = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
  return ended(is_flag && is_managed(*run, pointer, 1) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (attributes == nullptr) return ended(cudaErrorInvalidValue);
  void* const address = const_cast<void*>(pointer);
  *attributes = {cudaMemoryTypeUnregistered, 0, nullptr, address};
  if (run->memory().is_host_mapped(pointer)) {
    *attributes = {cudaMemoryTypeHost, 0, address, address};
  } else if (is_managed(*run, pointer, 1)) {
    *attributes = {cudaMemoryTypeManaged, 0, address, address};
  } else if (run->memory().is_allocated(pointer)) {
    *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
  } else {
    attributes->device = cudaInvalidDeviceId;
  }
  return ended(cudaSuccess);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) { return pin(pointer, bytes, cudaHostAllocDefault); }

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) { return pin(pointer, bytes, flags); }

// Like cudaFree, it waits for what may still use the memory.
cudaError_t cudaFreeHost(void* pointer) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (pointer == nullptr) return ended(cudaSuccess);
  run->streams().synchronize_all(SIMT_PC);
  if (!run->unmap_host(pointer, Owner::host)) {
    const bool is_registered = run->memory().is_host_mapped(pointer);
    return run->leave(cudaErrorInvalidValue, {is_registered ? Detail::frees_registered : Detail::frees_unpinned, {}});
  }
  std::free(pointer);
  return ended(cudaSuccess);
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  constexpr unsigned known =
      cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
  if (pointer == nullptr || bytes == 0 || (flags & ~known) != 0) return ended(cudaErrorInvalidValue);
  if (run->memory().is_host_mapped(pointer)) return ended(cudaErrorHostMemoryAlreadyRegistered);
  run->objects().pinned[pointer] = flags;
  return ended(run->map_host(pointer, bytes, Owner::registered));
}

cudaError_t cudaHostUnregister(void* pointer) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  run->streams().synchronize_all(SIMT_PC);
  return ended(run->unmap_host(pointer, Owner::registered) ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  Emulation* const run = current();
  if (run != nullptr && flags != 0) return run->leave(cudaErrorInvalidValue, {Detail::flags_not_zero, {flags}});
  if (run == nullptr || device == nullptr || !run->memory().is_host_mapped(host)) return ended(cudaErrorInvalidValue);
  *device = host;
  return ended(cudaSuccess);
}

// With one address space for host and device, all pinned memory is mapped.
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  Emulation* const run = current();
  if (run == nullptr || flags == nullptr || !run->memory().is_host_mapped(host)) return ended(cudaErrorInvalidValue);
  const auto after = run->objects().pinned.upper_bound(host);
  const unsigned asked = after == run->objects().pinned.begin() ? 0 : std::prev(after)->second;
  *flags = asked | cudaHostAllocMapped;
  return ended(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (free_bytes == nullptr || total_bytes == nullptr) return ended(cudaErrorInvalidValue);
  *total_bytes = device_properties().totalGlobalMem;
  *free_bytes = run->free_device_bytes();
  return ended(cudaSuccess);
}

}  // extern "C"

}  // namespace simt::core

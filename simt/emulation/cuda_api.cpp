// The CUDA runtime API (include/simt/api.h) on top of an Emulation: errors, the device, kernels as such. Memory,
// copies, arrays, streams and the properties of the device have files of their own beside this one.
#include <algorithm>
#include <cstdio>

#include "simt/core/work_limit.hpp"
#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

/// A constant as a call's result.
template <class T>
cudaError_t give(T* result, T value) {
  if (result == nullptr) return ended(cudaErrorInvalidValue);
  *result = value;
  return ended(cudaSuccess);
}

}  // namespace

cudaError_t ended(cudaError_t error) {
  charge(work_of_a_call);
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return error == cudaSuccess ? run->fatal_error() : run->leave(error);
}

cudaError_t refuse_value(DescriptionField field, std::int64_t value) {
  return current()->leave(cudaErrorInvalidValue, {Detail::no_such_value, {value, static_cast<std::int64_t>(field)}});
}

extern "C" {

cudaError_t cudaGetLastError() {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->take_last_error();
}

cudaError_t cudaPeekAtLastError() {
  const Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->last_error();
}

cudaError_t cudaDeviceReset() {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->reset_device(SIMT_PC);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return ended(cudaSuccess); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) { return give(config, cudaFuncCachePreferNone); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return ended(cudaSuccess); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return give(config, cudaSharedMemBankSizeFourByte);
}
cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) { return ended(cudaSuccess); }
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return ended((flags & ~static_cast<unsigned>(cudaDeviceMask)) == 0 ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) { return give(flags, static_cast<unsigned>(cudaDeviceMapHost)); }
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
cudaError_t cudaProfilerStart() { return ended(cudaSuccess); }
cudaError_t cudaProfilerStop() { return ended(cudaSuccess); }

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  if (device != 0 || peer != 0) return ended(cudaErrorInvalidDevice);
  return give(can_access, 0);
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return ended(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceDisablePeerAccess(int) { return ended(cudaErrorInvalidDevice); }

cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
  if (device != 0) return ended(cudaErrorInvalidDevice);
  if (text == nullptr || size < 13) return ended(cudaErrorInvalidValue);
  std::snprintf(text, static_cast<std::size_t>(size), "0000:00:00.0");
  return ended(cudaSuccess);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return give(device, 0); }

cudaError_t cudaSetDevice(int device) { return ended(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }

cudaError_t cudaGetDevice(int* device) { return give(device, 0); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  // Other limits have no effect here.
  if (limit != cudaLimitPersistingL2CacheSize) {
    const auto known = run->objects().limits.find(limit);
    if (known == run->objects().limits.end()) return ended(cudaErrorUnsupportedLimit);
    known->second = value;
    return ended(cudaSuccess);
  }
  const auto most = static_cast<size_t>(device_properties().persistingL2CacheMaxSize);
  if (value > most) {
    return ended(
        run->leave(cudaErrorInvalidValue,
                   {Detail::limit_too_large, {static_cast<std::int64_t>(value), static_cast<std::int64_t>(most)}}));
  }
  // The call waits for the kernels that were launched before it, unlike cudaCtxResetPersistingL2Cache: seen on an H200
  // with driver 580.159.04, with a kernel of 50 ms.
  run->streams().synchronize_all(SIMT_PC);
  run->set_aside(value);
  return ended(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (limit == cudaLimitPersistingL2CacheSize) return give(value, run->bytes_aside());
  const auto found = run->objects().limits.find(limit);
  return found == run->objects().limits.end() ? ended(cudaErrorUnsupportedLimit) : give(value, found->second);
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  run->reset_persisting(SIMT_PC);
  return ended(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return give(version, 13000);  // the version whose API this is
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaGetDeviceCount(int* count) { return give(count, 1); }

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) return run->allow_dynamic_shared(function, value);
  // A share in percent, or -1 for the driver's choice.
  const bool is_carveout = attribute == cudaFuncAttributePreferredSharedMemoryCarveout && value >= -1 && value <= 100;
  return ended(is_carveout ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return ended(cudaSuccess); }

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (attributes == nullptr) return ended(cudaErrorInvalidValue);
  if (function == nullptr) return ended(cudaErrorInvalidDeviceFunction);
  const cudaDeviceProp device = device_properties();
  *attributes = {};
  attributes->sharedSizeBytes = run->memory().shared_variables().bytes();
  attributes->maxThreadsPerBlock = device.maxThreadsPerBlock;
  // Where they are not known, as many as limit nothing.
  attributes->numRegs = run->device().registers_per_thread > 0
                            ? run->device().registers_per_thread
                            : device.regsPerMultiprocessor / device.maxThreadsPerMultiProcessor;
  attributes->ptxVersion = attributes->binaryVersion = 10 * device.major + device.minor;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(run->dynamic_limit(function));
  attributes->preferredShmemCarveout = -1;
  return ended(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int block_size,
                                                          size_t dynamic_shared_bytes) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (blocks == nullptr || block_size < 1) return ended(cudaErrorInvalidValue);
  const simt::memory::Device& device = run->device();
  const bool fits = block_size <= 1024 && dynamic_shared_bytes <= device.most_shared_bytes_per_block();
  // How much static shared memory this kernel has is not known before it runs; all kernels' is the most it can be.
  const std::size_t shared =
      std::min(run->memory().shared_variables().bytes() + dynamic_shared_bytes, device.most_shared_bytes_per_block());
  const simt::memory::LaunchShape shape{block_size, static_cast<std::int64_t>(shared)};
  *blocks = fits ? simt::memory::resident_blocks(shape, device) : 0;
  return ended(cudaSuccess);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks, int block_size) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (bytes == nullptr || blocks < 1 || block_size < 1) return ended(cudaErrorInvalidValue);
  const simt::memory::Device& device = run->device();
  const std::size_t reserved = static_cast<std::size_t>(device.reserved_shared_bytes_per_block);
  const std::size_t share = static_cast<std::size_t>(device.shared_bytes_per_multiprocessor) / blocks;
  const std::size_t used = reserved + run->memory().shared_variables().bytes();
  return give(bytes, std::min(share > used ? share - used : 0, run->dynamic_limit(function)));
}

}  // extern "C"

}  // namespace simt::core

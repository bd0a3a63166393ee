// The CUDA runtime API (include/simt/api.h) on top of an Emulation: errors, the device, kernels as such. Memory,
// copies, arrays and streams have files of their own beside this one. The device it describes is an H200.
#include <algorithm>
#include <array>
#include <cstdio>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

struct ErrorText {
  cudaError_t error;
  const char* name;
  const char* words;
};

constexpr std::array error_texts{
    ErrorText{cudaSuccess, "cudaSuccess", "no error"},
    ErrorText{cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    ErrorText{cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    ErrorText{cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    ErrorText{cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    ErrorText{cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    ErrorText{cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    ErrorText{cudaErrorInvalidChannelDescriptor, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"},
    ErrorText{cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    ErrorText{cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    ErrorText{cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    ErrorText{cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    ErrorText{cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    ErrorText{cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    ErrorText{cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    ErrorText{cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered",
              "part or all of the requested memory range is already mapped"},
    ErrorText{cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
              "pointer does not correspond to a registered memory region"},
    ErrorText{cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    ErrorText{cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    ErrorText{cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge",
              "too many blocks in cooperative launch"},
    ErrorText{cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

constexpr ErrorText unknown_error{cudaErrorUnknown, "cudaErrorUnknown", "unknown error"};

const ErrorText& text_of(cudaError_t error) {
  const auto text = std::find_if(error_texts.begin(), error_texts.end(), [=](auto& row) { return row.error == error; });
  return text == error_texts.end() ? unknown_error : *text;
}

cudaDeviceProp h200() {
  cudaDeviceProp device{};
  std::snprintf(device.name, sizeof device.name, "emulated h200");
  device.totalGlobalMem = std::size_t{140} << 30;
  device.sharedMemPerBlock = std::size_t{48} << 10;
  device.sharedMemPerBlockOptin = std::size_t{227} << 10;
  device.sharedMemPerMultiprocessor = std::size_t{228} << 10;
  device.totalConstMem = std::size_t{64} << 10;
  device.regsPerBlock = 65536;
  device.warpSize = 32;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiProcessor = 2048;
  device.maxThreadsDim[0] = device.maxThreadsDim[1] = 1024;
  device.maxThreadsDim[2] = 64;
  device.maxGridSize[0] = 2147483647;
  device.maxGridSize[1] = device.maxGridSize[2] = 65535;
  device.major = 9;
  device.minor = 0;
  device.multiProcessorCount = 132;
  device.l2CacheSize = 60 << 20;
  device.cooperativeLaunch = 1;
  device.canMapHostMemory = 1;
  device.asyncEngineCount = 3;
  device.concurrentKernels = 1;
  device.unifiedAddressing = 1;
  device.managedMemory = 1;
  device.concurrentManagedAccess = 1;
  device.streamPrioritiesSupported = 1;
  device.textureAlignment = 512;
  device.texturePitchAlignment = 32;
  return device;
}

}  // namespace

// Those of the device that the run counts for, as far as they are described.
cudaDeviceProp device_properties() {
  const simt::memory::Device described = current() == nullptr ? simt::memory::Device{} : current()->device();
  cudaDeviceProp device = h200();
  std::snprintf(device.name, sizeof device.name, "emulated %.15s", described.name);
  device.sharedMemPerBlockOptin = described.most_shared_bytes_per_block();
  device.sharedMemPerBlock = std::min<std::size_t>(device.sharedMemPerBlock, device.sharedMemPerBlockOptin);
  device.sharedMemPerMultiprocessor = static_cast<std::size_t>(described.shared_bytes_per_multiprocessor);
  device.maxThreadsPerMultiProcessor = described.threads_per_multiprocessor;
  device.multiProcessorCount = described.multiprocessors;
  device.l2CacheSize = static_cast<int>(described.l2_bytes);
  device.persistingL2CacheMaxSize = static_cast<int>(described.most_persisting_bytes);
  device.accessPolicyMaxWindowSize = static_cast<int>(described.most_window_bytes);
  return device;
}

cudaError_t ended(cudaError_t error) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return error == cudaSuccess ? run->fatal_error() : run->leave(error);
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

const char* cudaGetErrorName(cudaError_t error) { return text_of(error).name; }
const char* cudaGetErrorString(cudaError_t error) { return text_of(error).words; }

// Memory that the caller lent would be freed, too.
cudaError_t cudaDeviceReset() {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return ended(run->refuse(Detail::device_reset, SIMT_PC));
}
cudaError_t cudaSetDevice(int device) { return ended(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }

cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return ended(cudaErrorInvalidValue);
  *device = 0;
  return ended(cudaSuccess);
}

// Priorities are reported, and change nothing.
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return ended(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  // Other limits have no effect here.
  if (limit != cudaLimitPersistingL2CacheSize) return ended(cudaSuccess);
  if (value > static_cast<size_t>(device_properties().persistingL2CacheMaxSize)) return ended(cudaErrorInvalidValue);
  run->set_aside(value);
  return ended(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (value == nullptr || limit != cudaLimitPersistingL2CacheSize) return ended(cudaErrorInvalidValue);
  *value = run->bytes_aside();
  return ended(cudaSuccess);
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  run->reset_persisting();
  return ended(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr) return ended(cudaErrorInvalidValue);
  *version = 13000;  // the version whose API this is
  return ended(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return ended(cudaErrorInvalidValue);
  *count = 1;
  return ended(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return ended(cudaErrorInvalidValue);
  if (device != 0) return ended(cudaErrorInvalidDevice);
  *properties = device_properties();
  return ended(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (value == nullptr) return ended(cudaErrorInvalidValue);
  if (device != 0) return ended(cudaErrorInvalidDevice);
  const cudaDeviceProp h = device_properties();
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = h.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxBlockDimX:
      *value = h.maxThreadsDim[0];
      break;
    case cudaDevAttrMaxBlockDimY:
      *value = h.maxThreadsDim[1];
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = h.maxThreadsDim[2];
      break;
    case cudaDevAttrMaxGridDimX:
      *value = h.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
      *value = h.maxGridSize[1];
      break;
    case cudaDevAttrMaxGridDimZ:
      *value = h.maxGridSize[2];
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(h.sharedMemPerBlock);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(h.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(h.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrWarpSize:
      *value = h.warpSize;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = h.multiProcessorCount;
      break;
    case cudaDevAttrL2CacheSize:
      *value = h.l2CacheSize;
      break;
    case cudaDevAttrMaxPersistingL2CacheSize:
      *value = h.persistingL2CacheMaxSize;
      break;
    case cudaDevAttrMaxAccessPolicyWindowSize:
      *value = h.accessPolicyMaxWindowSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = h.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrCanMapHostMemory:
      *value = h.canMapHostMemory;
      break;
    case cudaDevAttrConcurrentKernels:
      *value = h.concurrentKernels;
      break;
    case cudaDevAttrAsyncEngineCount:
      *value = h.asyncEngineCount;
      break;
    case cudaDevAttrUnifiedAddressing:
      *value = h.unifiedAddressing;
      break;
    case cudaDevAttrStreamPrioritiesSupported:
      *value = h.streamPrioritiesSupported;
      break;
    case cudaDevAttrManagedMemory:
      *value = h.managedMemory;
      break;
    case cudaDevAttrConcurrentManagedAccess:
      *value = h.concurrentManagedAccess;
      break;
    case cudaDevAttrMemoryPoolsSupported:
      *value = 1;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = h.cooperativeLaunch;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = h.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = h.minor;
      break;
    default:
      return ended(cudaErrorInvalidValue);
  }
  return ended(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute attribute, int value) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) return run->allow_dynamic_shared(value);
  return ended(attribute == cudaFuncAttributePreferredSharedMemoryCarveout ? cudaSuccess : cudaErrorInvalidValue);
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
  attributes->ptxVersion = attributes->binaryVersion = 10 * device.major + device.minor;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(run->dynamic_limit());
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

}  // extern "C"

}  // namespace simt::core

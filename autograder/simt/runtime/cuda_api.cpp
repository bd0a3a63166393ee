// The CUDA runtime API (include/simt/api.h) on top of an Emulation. The device it describes is an H200.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/runtime/emulation.hpp"

namespace {

using simt::runtime::current;
using simt::runtime::Emulation;

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
    ErrorText{cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    ErrorText{cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    ErrorText{cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    ErrorText{cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    ErrorText{cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    ErrorText{cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    ErrorText{cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
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
  device.persistingL2CacheMaxSize = 30 << 20;
  device.accessPolicyMaxWindowSize = 128 << 20;
  return device;
}

// Streams and events are names for nothing: everything is immediate.
template <class Handle>
cudaError_t new_handle(Handle* handle) {
  if (handle == nullptr) return cudaErrorInvalidValue;
  *handle = reinterpret_cast<Handle>(std::malloc(1));
  return *handle == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

// Every call ends so: what is wrong stays for cudaGetLastError, and after a fatal error nothing else is said.
cudaError_t ended(cudaError_t error) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return error == cudaSuccess ? run->fatal_error() : run->leave(error);
}

}  // namespace

#define SIMT_PC reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->allocate(pointer, bytes, SIMT_PC);
}

cudaError_t cudaFree(void* pointer) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->free(pointer);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (pointer == nullptr) return ended(cudaErrorInvalidValue);
  *pointer = std::malloc(std::max<size_t>(bytes, 1));
  if (*pointer == nullptr) return ended(cudaErrorMemoryAllocation);
  return ended(run->map_host(*pointer, bytes));
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) { return cudaMallocHost(pointer, bytes); }

cudaError_t cudaFreeHost(void* pointer) {
  Emulation* const run = current();
  if (run != nullptr && pointer != nullptr && !run->unmap_host(pointer)) return ended(cudaErrorInvalidValue);
  std::free(pointer);
  return ended(cudaSuccess);
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : ended(run->map_host(pointer, bytes));
}

cudaError_t cudaHostUnregister(void* pointer) {
  Emulation* const run = current();
  return ended(run != nullptr && run->unmap_host(pointer) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  const Emulation* const run = current();
  if (run == nullptr || device == nullptr || !run->is_host_mapped(host)) return ended(cudaErrorInvalidValue);
  *device = host;
  return ended(cudaSuccess);
}

// Rows begin where the hardware would let them: at multiples of 512 bytes.
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (pitch == nullptr) return ended(cudaErrorInvalidValue);
  *pitch = (width + 511) / 512 * 512;
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->allocate(pointer, *pitch * height, SIMT_PC);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (width > to_pitch || width > from_pitch) return ended(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  for (size_t row = 0; row < height && error == cudaSuccess; ++row) {
    error = run->copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width,
                      kind, SIMT_PC);
  }
  return error;
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (width > pitch) return ended(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  for (size_t row = 0; row < height && error == cudaSuccess; ++row) {
    error = run->fill(static_cast<char*>(to) + row * pitch, value, width, SIMT_PC);
  }
  return error;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->copy(to, from, bytes, kind, SIMT_PC);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->copy(to, from, bytes, kind, SIMT_PC);
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->fill(to, value, bytes, SIMT_PC);
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : run->fill(to, value, bytes, SIMT_PC);
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  if (free_bytes == nullptr || total_bytes == nullptr) return ended(cudaErrorInvalidValue);
  *free_bytes = *total_bytes = h200().totalGlobalMem;
  return ended(cudaSuccess);
}

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

cudaError_t cudaDeviceSynchronize() { return ended(cudaSuccess); }
cudaError_t cudaDeviceReset() { return ended(cudaSuccess); }
cudaError_t cudaSetDevice(int device) { return ended(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }

cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return ended(cudaErrorInvalidValue);
  *device = 0;
  return ended(cudaSuccess);
}

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return ended(cudaErrorInvalidValue);
  *count = 1;
  return ended(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return ended(cudaErrorInvalidValue);
  if (device != 0) return ended(cudaErrorInvalidDevice);
  *properties = h200();
  return ended(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (value == nullptr) return ended(cudaErrorInvalidValue);
  if (device != 0) return ended(cudaErrorInvalidDevice);
  const cudaDeviceProp h = h200();
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
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = h.maxThreadsPerMultiProcessor;
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

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return ended(new_handle(stream)); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return ended(new_handle(stream)); }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return ended(cudaSuccess); }
cudaError_t cudaStreamQuery(cudaStream_t) { return ended(cudaSuccess); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return ended(cudaSuccess); }
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue* value) {
  return ended(value == nullptr ? cudaErrorInvalidValue : cudaSuccess);
}
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return ended(cudaSuccess); }
cudaError_t cudaCtxResetPersistingL2Cache() { return ended(cudaSuccess); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  std::free(stream);
  return ended(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return ended(new_handle(event)); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return ended(new_handle(event)); }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return ended(cudaSuccess); }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return ended(cudaSuccess); }
cudaError_t cudaEventQuery(cudaEvent_t) { return ended(cudaSuccess); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  if (milliseconds == nullptr) return ended(cudaErrorInvalidValue);
  *milliseconds = 0;
  return ended(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  std::free(event);
  return ended(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute attribute, int value) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) return run->allow_dynamic_shared(value);
  return ended(attribute == cudaFuncAttributePreferredSharedMemoryCarveout ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return ended(cudaSuccess); }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int block_size,
                                                          size_t dynamic_shared_bytes) {
  const cudaDeviceProp device = h200();
  if (blocks == nullptr || block_size < 1) return ended(cudaErrorInvalidValue);
  constexpr int most_blocks = 32;
  constexpr size_t reserved_shared = 1024;  // the system's, per block
  const int warps = (block_size + 31) / 32;
  const int by_threads = block_size > 1024 ? 0 : device.maxThreadsPerMultiProcessor / 32 / warps;
  const size_t by_shared = device.sharedMemPerMultiprocessor / (dynamic_shared_bytes + reserved_shared);
  *blocks = std::min({most_blocks, by_threads, static_cast<int>(by_shared)});
  return ended(cudaSuccess);
}

}  // extern "C"

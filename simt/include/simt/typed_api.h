// The C++ part of the CUDA runtime API: overloads for typed pointers, kernels and symbols.
#pragma once

#include "api.h"
#include "qualifiers.h"

namespace simt {

inline cudaMemLocation location_of(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
}

}  // namespace simt

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc((void**)pointer, bytes);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)pointer, bytes, flags);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)pointer, bytes, stream);
}

// Before CUDA 13 a location was a device number.
SIMT_ON_CALLERS_LINE cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                                      cudaStream_t stream = nullptr) {
  return ::cudaMemPrefetchAsync(pointer, bytes, simt::location_of(device), 0, stream);
}
SIMT_ON_CALLERS_LINE cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  return ::cudaMemAdvise(pointer, bytes, advice, simt::location_of(device));
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = cudaHostAllocDefault) {
  return ::cudaHostAlloc((void**)pointer, bytes, flags);
}

SIMT_ON_CALLERS_LINE cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc((void**)pointer, bytes, flags);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return ::cudaHostGetDevicePointer((void**)device, host, flags);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void**)pointer, pitch, width, height);
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute,
                                                      int value) {
  return ::cudaFuncSetAttribute((const void*)(kernel), attribute, value);
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaFuncSetCacheConfig(void (*kernel)(Parameters...), cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)(kernel), config);
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(Parameters...), cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void*)(kernel), config);
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                               void (*kernel)(Parameters...),
                                                                               int block_size,
                                                                               size_t dynamic_shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)(kernel), block_size,
                                                         dynamic_shared_bytes);
}

namespace simt {

/// The address of byte `offset` of a variable; null if [offset, offset + bytes) is not inside the variable.
template <class T>
SIMT_ON_CALLERS_LINE char* bytes_of_symbol(const T& symbol, size_t bytes, size_t offset) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset) return nullptr;
  return static_cast<char*>(const_cast<void*>(static_cast<const volatile void*>(&symbol))) + offset;
}

}  // namespace simt

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return simt_copy_to_symbol(simt::bytes_of_symbol(symbol, bytes, offset), from, bytes, kind, nullptr, 0);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                         size_t offset = 0,
                                                         cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                         cudaStream_t stream = nullptr) {
  return simt_copy_to_symbol(simt::bytes_of_symbol(symbol, bytes, offset), from, bytes, kind, stream, 1);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return simt_copy_from_symbol(to, simt::bytes_of_symbol(symbol, bytes, offset), bytes, kind, nullptr, 0);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                           cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                           cudaStream_t stream = nullptr) {
  return simt_copy_from_symbol(to, simt::bytes_of_symbol(symbol, bytes, offset), bytes, kind, stream, 1);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  *address = simt::bytes_of_symbol(symbol, 0, 0);
  return simt_give_address(*address);
}

template <class T>
SIMT_ON_CALLERS_LINE cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(Parameters...)) {
  return ::cudaFuncGetAttributes(attributes, (const void*)(kernel));
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void (*kernel)(Parameters...), int block_size, size_t dynamic_shared_bytes, unsigned /*flags*/) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size, dynamic_shared_bytes);
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, void (*kernel)(Parameters...),
                                                                           int blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)(kernel), blocks, block_size);
}

/// The block size with the most resident threads (the largest such size), and the number of blocks that fill the
/// device. `dynamic_shared_bytes_for(size)` is what a block of that size needs.
template <class BytesForSize, class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size,
                                                                                void (*kernel)(Parameters...),
                                                                                BytesForSize dynamic_shared_bytes_for,
                                                                                int block_size_limit = 0) {
  if (grid_size == nullptr || block_size == nullptr || kernel == nullptr) return cudaErrorInvalidValue;
  int multiprocessors = 0;
  if (const cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0)) {
    return error;
  }
  *grid_size = *block_size = 0;
  const int largest = block_size_limit > 0 && block_size_limit < 1024 ? block_size_limit : 1024;
  int most_threads = 0;
  for (int size = largest; size > 0; size -= size % 32 == 0 ? 32 : size % 32) {
    int blocks = 0;
    const cudaError_t error =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, dynamic_shared_bytes_for(size));
    if (error != cudaSuccess) return error;
    if (blocks * size <= most_threads) continue;
    most_threads = blocks * size;
    *block_size = size;
    *grid_size = blocks * multiprocessors;
  }
  return cudaSuccess;
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size,
                                                                    void (*kernel)(Parameters...),
                                                                    size_t dynamic_shared_bytes = 0,
                                                                    int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid_size, block_size, kernel, [=](int) { return dynamic_shared_bytes; }, block_size_limit);
}

template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int* grid_size, int* block_size, void (*kernel)(Parameters...), size_t dynamic_shared_bytes = 0,
    int block_size_limit = 0, unsigned /*flags*/ = cudaOccupancyDefault) {
  return cudaOccupancyMaxPotentialBlockSize(grid_size, block_size, kernel, dynamic_shared_bytes, block_size_limit);
}

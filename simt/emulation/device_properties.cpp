// What the CUDA runtime says of the device: properties and attributes. What a device's description does not say is an
// H200's, as cudaGetDeviceProperties returns it there.
#include <algorithm>
#include <array>
#include <cstdio>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

template <std::size_t count>
void fill(int (&to)[count], const std::array<int, count>& from) {
  std::copy(from.begin(), from.end(), to);
}

void set_image_limits(cudaDeviceProp& device) {
  device.textureAlignment = 512;
  device.texturePitchAlignment = 32;
  device.surfaceAlignment = 512;
  device.maxTexture1D = 131072;
  device.maxTexture1DMipmap = device.maxTextureCubemap = device.maxSurfaceCubemap = 32768;
  device.maxTexture1DLinear = 1 << 28;
  fill(device.maxTexture2D, {131072, 65536});
  fill(device.maxTexture2DMipmap, {32768, 32768});
  fill(device.maxTexture2DLinear, {131072, 65000, 2097120});
  fill(device.maxTexture2DGather, {32768, 32768});
  fill(device.maxTexture3D, {16384, 16384, 16384});
  fill(device.maxTexture3DAlt, {8192, 8192, 32768});
  fill(device.maxTexture1DLayered, {32768, 2048});
  fill(device.maxTexture2DLayered, {32768, 32768, 2048});
  fill(device.maxTextureCubemapLayered, {32768, 2046});
  device.maxSurface1D = 32768;
  fill(device.maxSurface2D, {131072, 65536});
  fill(device.maxSurface3D, {16384, 16384, 16384});
  fill(device.maxSurface1DLayered, {32768, 2048});
  fill(device.maxSurface2DLayered, {32768, 32768, 2048});
  fill(device.maxSurfaceCubemapLayered, {32768, 2046});
}

void set_abilities(cudaDeviceProp& device) {
  device.cooperativeLaunch = 1;
  device.canMapHostMemory = 1;
  device.asyncEngineCount = 3;
  device.deviceOverlap = 1;
  device.concurrentKernels = 1;
  device.unifiedAddressing = 1;
  device.managedMemory = 1;
  device.concurrentManagedAccess = 1;
  device.streamPrioritiesSupported = 1;
  device.globalL1CacheSupported = device.localL1CacheSupported = 1;
  device.computePreemptionSupported = 1;
  device.canUseHostPointerForRegisteredMem = 1;
  device.hostRegisterSupported = device.hostRegisterReadOnlySupported = 1;
  device.memoryPoolsSupported = 1;
  device.unifiedFunctionPointers = 1;
  device.ECCEnabled = 1;
  device.singleToDoublePrecisionPerfRatio = 2;
}

cudaDeviceProp h200() {
  cudaDeviceProp device{};
  device.totalGlobalMem = std::size_t{140} << 30;
  device.sharedMemPerBlock = std::size_t{48} << 10;
  device.totalConstMem = std::size_t{64} << 10;
  device.memPitch = 2147483647;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.warpSize = 32;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsDim[0] = device.maxThreadsDim[1] = 1024;
  device.maxThreadsDim[2] = 64;
  device.maxGridSize[0] = 2147483647;
  device.maxGridSize[1] = device.maxGridSize[2] = 65535;
  set_abilities(device);
  set_image_limits(device);
  return device;
}

using Value = int (*)(const cudaDeviceProp&);
struct Attribute {
  cudaDeviceAttr attribute;
  Value value;
};

// A member of the properties as an attribute: SIMT_SAME(WarpSize, warpSize).
#define SIMT_SAME(Name, member)                                                           \
  Attribute {                                                                             \
    cudaDevAttr##Name, [](const cudaDeviceProp& d) { return static_cast<int>(d.member); } \
  }

constexpr std::array attributes{
    SIMT_SAME(MaxThreadsPerBlock, maxThreadsPerBlock),
    SIMT_SAME(MaxBlockDimX, maxThreadsDim[0]),
    SIMT_SAME(MaxBlockDimY, maxThreadsDim[1]),
    SIMT_SAME(MaxBlockDimZ, maxThreadsDim[2]),
    SIMT_SAME(MaxGridDimX, maxGridSize[0]),
    SIMT_SAME(MaxGridDimY, maxGridSize[1]),
    SIMT_SAME(MaxGridDimZ, maxGridSize[2]),
    SIMT_SAME(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    SIMT_SAME(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    SIMT_SAME(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    SIMT_SAME(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    SIMT_SAME(TotalConstantMemory, totalConstMem),
    SIMT_SAME(WarpSize, warpSize),
    SIMT_SAME(MaxPitch, memPitch),
    SIMT_SAME(MaxRegistersPerBlock, regsPerBlock),
    SIMT_SAME(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    SIMT_SAME(ClockRate, clockRate),
    SIMT_SAME(MemoryClockRate, memoryClockRate),
    SIMT_SAME(GlobalMemoryBusWidth, memoryBusWidth),
    SIMT_SAME(TextureAlignment, textureAlignment),
    SIMT_SAME(TexturePitchAlignment, texturePitchAlignment),
    SIMT_SAME(SurfaceAlignment, surfaceAlignment),
    SIMT_SAME(GpuOverlap, deviceOverlap),
    SIMT_SAME(MultiProcessorCount, multiProcessorCount),
    SIMT_SAME(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    SIMT_SAME(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    SIMT_SAME(KernelExecTimeout, kernelExecTimeoutEnabled),
    SIMT_SAME(Integrated, integrated),
    SIMT_SAME(CanMapHostMemory, canMapHostMemory),
    SIMT_SAME(ComputeMode, computeMode),
    SIMT_SAME(ConcurrentKernels, concurrentKernels),
    SIMT_SAME(EccEnabled, ECCEnabled),
    SIMT_SAME(PciBusId, pciBusID),
    SIMT_SAME(PciDeviceId, pciDeviceID),
    SIMT_SAME(PciDomainId, pciDomainID),
    SIMT_SAME(TccDriver, tccDriver),
    SIMT_SAME(L2CacheSize, l2CacheSize),
    SIMT_SAME(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    SIMT_SAME(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    SIMT_SAME(AsyncEngineCount, asyncEngineCount),
    SIMT_SAME(UnifiedAddressing, unifiedAddressing),
    SIMT_SAME(ComputeCapabilityMajor, major),
    SIMT_SAME(ComputeCapabilityMinor, minor),
    SIMT_SAME(StreamPrioritiesSupported, streamPrioritiesSupported),
    SIMT_SAME(GlobalL1CacheSupported, globalL1CacheSupported),
    SIMT_SAME(LocalL1CacheSupported, localL1CacheSupported),
    SIMT_SAME(ManagedMemory, managedMemory),
    SIMT_SAME(IsMultiGpuBoard, isMultiGpuBoard),
    SIMT_SAME(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    SIMT_SAME(HostNativeAtomicSupported, hostNativeAtomicSupported),
    SIMT_SAME(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    SIMT_SAME(PageableMemoryAccess, pageableMemoryAccess),
    SIMT_SAME(ConcurrentManagedAccess, concurrentManagedAccess),
    SIMT_SAME(ComputePreemptionSupported, computePreemptionSupported),
    SIMT_SAME(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    SIMT_SAME(CooperativeLaunch, cooperativeLaunch),
    SIMT_SAME(HostRegisterSupported, hostRegisterSupported),
    SIMT_SAME(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    SIMT_SAME(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    SIMT_SAME(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    SIMT_SAME(SparseCudaArraySupported, sparseCudaArraySupported),
    SIMT_SAME(TimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
    SIMT_SAME(MemoryPoolsSupported, memoryPoolsSupported),
    SIMT_SAME(GPUDirectRDMASupported, gpuDirectRDMASupported),
    SIMT_SAME(DeferredMappingCudaArraySupported, deferredMappingCudaArraySupported),
    SIMT_SAME(IpcEventSupport, ipcEventSupported),
    SIMT_SAME(ClusterLaunch, clusterLaunch),
    SIMT_SAME(NumaConfig, deviceNumaConfig),
    SIMT_SAME(NumaId, deviceNumaId),
    SIMT_SAME(MpsEnabled, mpsEnabled),
    SIMT_SAME(HostNumaId, hostNumaId),
    SIMT_SAME(MaxTexture1DWidth, maxTexture1D),
    SIMT_SAME(MaxTexture1DLinearWidth, maxTexture1DLinear),
    SIMT_SAME(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    SIMT_SAME(MaxTexture2DWidth, maxTexture2D[0]),
    SIMT_SAME(MaxTexture2DHeight, maxTexture2D[1]),
    SIMT_SAME(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
    SIMT_SAME(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
    SIMT_SAME(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    SIMT_SAME(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    SIMT_SAME(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    SIMT_SAME(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
    SIMT_SAME(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
    SIMT_SAME(MaxTexture3DWidth, maxTexture3D[0]),
    SIMT_SAME(MaxTexture3DHeight, maxTexture3D[1]),
    SIMT_SAME(MaxTexture3DDepth, maxTexture3D[2]),
    SIMT_SAME(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    SIMT_SAME(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    SIMT_SAME(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    SIMT_SAME(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    SIMT_SAME(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    SIMT_SAME(MaxTextureCubemapWidth, maxTextureCubemap),
    SIMT_SAME(MaxSurface1DWidth, maxSurface1D),
    SIMT_SAME(MaxSurface2DWidth, maxSurface2D[0]),
    SIMT_SAME(MaxSurface2DHeight, maxSurface2D[1]),
};
#undef SIMT_SAME

}  // namespace

// Those of the device that the run counts for, as far as they are described.
cudaDeviceProp device_properties() {
  const simt::memory::Device described = current() == nullptr ? simt::memory::Device{} : current()->device();
  cudaDeviceProp device = h200();
  std::snprintf(device.name, sizeof device.name, "emulated %.15s", described.name);
  device.major = described.compute_capability / 10;
  device.minor = described.compute_capability % 10;
  device.sharedMemPerBlockOptin = described.most_shared_bytes_per_block();
  device.sharedMemPerBlock = std::min<std::size_t>(device.sharedMemPerBlock, device.sharedMemPerBlockOptin);
  device.sharedMemPerMultiprocessor = static_cast<std::size_t>(described.shared_bytes_per_multiprocessor);
  device.reservedSharedMemPerBlock = static_cast<std::size_t>(described.reserved_shared_bytes_per_block);
  device.regsPerBlock = device.regsPerMultiprocessor = described.registers_per_multiprocessor;
  device.maxThreadsPerMultiProcessor = described.threads_per_multiprocessor;
  device.maxBlocksPerMultiProcessor = described.blocks_per_multiprocessor;
  device.multiProcessorCount = described.multiprocessors;
  device.l2CacheSize = static_cast<int>(described.l2_bytes);
  device.persistingL2CacheMaxSize = static_cast<int>(described.most_persisting_bytes);
  device.accessPolicyMaxWindowSize = static_cast<int>(described.most_window_bytes);
  device.clockRate = static_cast<int>(described.clock_hz / 1e3);
  device.memoryBusWidth = described.memory_bus_bits;
  // Two transfers a clock: 2 x clock x width gives the bandwidth, as programs compute it.
  device.memoryClockRate =
      static_cast<int>(described.dram_bytes_per_second / (described.memory_bus_bits / 8 * 2) / 1e3);
  return device;
}

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return ended(cudaErrorInvalidValue);
  if (device != 0) return ended(cudaErrorInvalidDevice);
  *properties = device_properties();
  return ended(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (value == nullptr) return ended(cudaErrorInvalidValue);
  if (device != 0) return ended(cudaErrorInvalidDevice);
  const auto found =
      std::find_if(attributes.begin(), attributes.end(), [=](auto& one) { return one.attribute == attribute; });
  if (found == attributes.end()) return ended(cudaErrorInvalidValue);
  *value = found->value(device_properties());
  return ended(cudaSuccess);
}

}  // extern "C"

}  // namespace simt::core

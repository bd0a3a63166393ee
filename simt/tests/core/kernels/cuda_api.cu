// Student code for cuda_api_test.cpp.
#include <cuda_runtime.h>
#include <cstring>
#define REQUIRE(condition) \
  if (!(condition)) return __LINE__
__global__ void add_one(float* data) { data[threadIdx.x] += 1; }
__constant__ float table[4];
__global__ void from_table(float* data) { data[threadIdx.x] = table[threadIdx.x]; }

extern "C" {
int memory(float* out, const float* in) {
  float *a, *b, host[4] = {1, 2, 3, 4};
  REQUIRE(cudaMalloc(&a, sizeof host) == cudaSuccess);
  REQUIRE(cudaMalloc((void**)&b, sizeof host) == cudaSuccess);
  REQUIRE((size_t)a % 256 == 0 && (size_t)b % 256 == 0);
  REQUIRE(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
  add_one<<<1, 4>>>(a);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(cudaMemset(a, 0, sizeof host) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDefault) == cudaSuccess);
  REQUIRE(host[0] == 2 && host[3] == 5);
  REQUIRE(cudaMemcpy(out, in, 16, cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(cudaFree(a) == cudaSuccess);
  REQUIRE(cudaFree(b) == cudaSuccess);
  REQUIRE(cudaFree(nullptr) == cudaSuccess);
  return 0;
}
int wrong_copies(float* out, const float* in) {
  float host[100] = {};
  REQUIRE(cudaMemcpy(out, host, 65 * sizeof(float), cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(host, in, 65 * sizeof(float), cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(host, in, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(out, in, 4, (cudaMemcpyKind)7) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaMemset(host, 0, 4) == cudaErrorInvalidValue);
  REQUIRE(cudaFree(out) == cudaErrorInvalidValue);
  REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  return 0;
}
int copies_between_devices(float* out, const float* in) {
  float host[2] = {};
  REQUIRE(cudaMemcpyPeer(out, 0, in, 0, 8) == cudaSuccess);
  REQUIRE(cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost) == cudaSuccess && host[0] == 1 && host[1] == 1);
  REQUIRE(cudaMemcpyPeerAsync(out, 0, in, 0, 4) == cudaSuccess);
  REQUIRE(cudaMemcpyPeer(out, 1, in, 0, 8) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemcpyPeerAsync(out, 0, in, 1, 8) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemcpyPeer(host, 0, in, 0, 8) == cudaErrorInvalidValue);
  int can = 1;
  REQUIRE(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
  REQUIRE(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceDisablePeerAccess(1) == cudaErrorInvalidDevice);
  cudaGetLastError();
  return 0;
}
int freed_twice(float*, const float*) {
  float* a;
  cudaMalloc(&a, 4);
  cudaFree(a);
  REQUIRE(cudaFree(a) == cudaErrorInvalidValue);
  return 0;
}
int fatal_errors_stay(float* out, const float*) {
  add_one<<<1, 1000>>>(out);
  REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
  REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
  float* a;
  REQUIRE(cudaMalloc(&a, 4) == cudaErrorIllegalAddress);
  return 0;
}
int used_after_free(float*, const float*) {
  float* a;
  cudaMalloc(&a, 128);
  cudaFree(a);
  add_one<<<1, 32>>>(a);
  REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
  return 0;
}
int device(float*, const float*) {
  cudaDeviceProp properties;
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  REQUIRE(properties.multiProcessorCount == 132 && properties.warpSize == 32 && properties.major == 9);
  REQUIRE(std::strcmp(properties.name, "emulated h200") == 0);
  REQUIRE(cudaGetDeviceProperties(&properties, 1) == cudaErrorInvalidDevice);
  int value, blocks;
  REQUIRE(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess && value == 132);
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_one, 256, 0) == cudaSuccess && blocks == 8);
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_one, 32, 100 * 1024) == cudaSuccess);
  REQUIRE(blocks == 2);
  return 0;
}
int streams_and_events(float* out, const float*) {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  float milliseconds = 5;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess);
  REQUIRE(cudaEventRecord(start, stream) == cudaSuccess);
  add_one<<<1, 32, 0, stream>>>(out);
  REQUIRE(cudaEventRecord(stop, stream) == cudaSuccess && cudaEventSynchronize(stop) == cudaSuccess);
  REQUIRE(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess && milliseconds > 0);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
  REQUIRE(cudaEventDestroy(start) == cudaSuccess && cudaEventDestroy(stop) == cudaSuccess);
  return 0;
}
int symbols(float* out, const float*) {
  const float host[4] = {5, 6, 7, 8};
  REQUIRE(cudaMemcpyToSymbol(table, host, sizeof host) == cudaSuccess);
  REQUIRE(cudaMemcpyToSymbol(table, host, sizeof host, 4) == cudaErrorInvalidValue);
  from_table<<<1, 4>>>(out);
  float back[4];
  REQUIRE(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(back[3] == 8);
  return 0;
}
__device__ float scale = 3;
int more_symbols(float*, const float*) {
  float* address;
  size_t bytes = 0;
  REQUIRE(cudaGetSymbolSize(&bytes, table) == cudaSuccess && bytes == 16);
  REQUIRE(cudaGetSymbolAddress((void**)&address, scale) == cudaSuccess);
  add_one<<<1, 1>>>(address);
  float back = 0;
  REQUIRE(cudaMemcpyFromSymbol(&back, scale, sizeof back) == cudaSuccess && back == 4);
  REQUIRE(cudaMemcpyFromSymbol(&back, scale, sizeof back, 0, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaMemcpyToSymbol(scale, &back, sizeof back, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  return 0;
}
int host_memory(float*, const float*) {
  float *pinned, *device, *mapped, own[32] = {};
  REQUIRE(cudaHostAlloc(&pinned, 128, cudaHostAllocMapped) == cudaSuccess);
  for (int i = 0; i < 32; ++i) pinned[i] = i;
  REQUIRE(cudaHostGetDevicePointer(&device, pinned, 0) == cudaSuccess);
  add_one<<<1, 32>>>(device);
  REQUIRE(cudaGetLastError() == cudaSuccess && pinned[31] == 32);
  REQUIRE(cudaHostRegister(own, sizeof own, cudaHostRegisterMapped) == cudaSuccess);
  add_one<<<1, 32>>>(own);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess && own[0] == 1);
  REQUIRE(cudaHostUnregister(own) == cudaSuccess);
  REQUIRE(cudaHostUnregister(own) == cudaErrorHostMemoryNotRegistered);
  REQUIRE(cudaMallocHost(&mapped, 128) == cudaSuccess);
  REQUIRE(cudaMemcpy(mapped, pinned, 128, cudaMemcpyDefault) == cudaSuccess && mapped[5] == 6);
  REQUIRE(cudaFreeHost(pinned) == cudaSuccess && cudaFreeHost(mapped) == cudaSuccess);
  return 0;
}
int pitched_memory(float*, const float*) {
  float host[3][5], back[3][5];
  for (int i = 0; i < 15; ++i) host[0][i] = i;
  char* rows;
  size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&rows, &pitch, 5 * sizeof(float), 3) == cudaSuccess && pitch == 512);
  REQUIRE(cudaMemset2D(rows, pitch, 0, 5 * sizeof(float), 3) == cudaSuccess);
  REQUIRE(cudaMemcpy2D(rows, pitch, host, 20, 20, 3, cudaMemcpyHostToDevice) == cudaSuccess);
  add_one<<<1, 5>>>((float*)(rows + 2 * pitch));
  REQUIRE(cudaMemcpy2DAsync(back, 20, rows, pitch, 20, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(back[1][4] == 9 && back[2][0] == 11);
  REQUIRE(cudaMemcpy2D(rows, 16, host, 20, 20, 3, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  return 0;
}
int access_policy(float* out, const float*) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = out;
  value.accessPolicyWindow.num_bytes = 128;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  REQUIRE(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20) == cudaSuccess);
  REQUIRE(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess);
  REQUIRE(cudaCtxResetPersistingL2Cache() == cudaSuccess);
  return 0;
}
int words(float*, const float*) {
  REQUIRE(std::strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress") == 0);
  REQUIRE(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0);
  REQUIRE(std::strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code") == 0);
  return 0;
}
}

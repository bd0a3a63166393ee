// The shape of a program of NVIDIA's samples: macros that test the headers' include guards, properties, occupancy,
// limits, timing by events, a reset at the end.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#ifdef __DRIVER_TYPES_H__
static const char* error_enum(cudaError_t error) { return cudaGetErrorName(error); }
#endif
#ifdef __CUDA_RUNTIME_H__
template <class T>
void check(T result, const char* function, const char* file, int line) {
  if (!result) return;
  std::fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, static_cast<unsigned>(result),
               error_enum(result), function);
  std::exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)
#endif

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

int gpuGetMaxGflopsDeviceId() {
  int count = 0, best = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    int mode = -1, major = 0, minor = 0, multiprocessors = 0, clock = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    checkCudaErrors(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device));
    if (mode != cudaComputeModeProhibited && multiprocessors * clock > 0) best = MAX(best, device);
  }
  return best;
}

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i] + 0.0f;
}

int main() {
  const int device = gpuGetMaxGflopsDeviceId();
  checkCudaErrors(cudaSetDevice(device));
  cudaDeviceProp prop;
  checkCudaErrors(cudaGetDeviceProperties(&prop, device));
  std::printf("warp %d, %d threads per block, %d x %d x %d, bus %s, capability %s\n", prop.warpSize,
              prop.maxThreadsPerBlock, prop.maxThreadsDim[0], prop.maxThreadsDim[1], prop.maxThreadsDim[2],
              prop.memoryBusWidth > 0 ? "known" : "unknown", prop.major >= 6 ? "new" : "old");
  checkCudaErrors(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  checkCudaErrors(cudaFuncSetCacheConfig(vector_add, cudaFuncCachePreferL1));
  checkCudaErrors(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  size_t heap = 0;
  checkCudaErrors(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  std::printf("heap %s\n", heap >= 16 << 20 ? "set" : "not set");
  int least = 0, greatest = 0;
  checkCudaErrors(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream;
  checkCudaErrors(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  int priority = 1;
  checkCudaErrors(cudaStreamGetPriority(stream, &priority));
  std::printf("priority %s\n", priority == greatest ? "kept" : "changed");

  constexpr int n = 50000;
  float *h_a, *h_b, *h_c, *d_a, *d_b, *d_c;
  checkCudaErrors(cudaMallocHost((void**)&h_a, n * sizeof(float)));
  checkCudaErrors(cudaMallocHost((void**)&h_b, n * sizeof(float)));
  checkCudaErrors(cudaMallocHost((void**)&h_c, n * sizeof(float)));
  for (int i = 0; i < n; ++i) h_a[i] = i, h_b[i] = 2 * i;
  checkCudaErrors(cudaMalloc((void**)&d_a, n * sizeof(float)));
  checkCudaErrors(cudaMalloc((void**)&d_b, n * sizeof(float)));
  checkCudaErrors(cudaMalloc((void**)&d_c, n * sizeof(float)));
  cudaEvent_t start, stop;
  checkCudaErrors(cudaEventCreate(&start, cudaEventBlockingSync));
  checkCudaErrors(cudaEventCreate(&stop, cudaEventDefault));
  checkCudaErrors(cudaProfilerStart());
  checkCudaErrors(cudaEventRecord(start, stream));
  checkCudaErrors(cudaMemcpyAsync(d_a, h_a, n * sizeof(float), cudaMemcpyHostToDevice, stream));
  checkCudaErrors(cudaMemcpyAsync(d_b, h_b, n * sizeof(float), cudaMemcpyHostToDevice, stream));
  int grid = 0, block = 0, blocks = 0;
  checkCudaErrors(cudaOccupancyMaxPotentialBlockSize(&grid, &block, vector_add));
  checkCudaErrors(
      cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, vector_add, 256, 0, cudaOccupancyDefault));
  std::printf("occupancy %s\n", block % 32 == 0 && grid > 0 && blocks > 0 ? "known" : "unknown");
  vector_add<<<(n + 255) / 256, 256, 0, stream>>>(d_a, d_b, d_c, n);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaMemcpyAsync(h_c, d_c, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
  checkCudaErrors(cudaEventRecord(stop, stream));
  checkCudaErrors(cudaEventSynchronize(stop));
  checkCudaErrors(cudaProfilerStop());
  float milliseconds = -1;
  checkCudaErrors(cudaEventElapsedTime(&milliseconds, start, stop));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += h_c[i] != 3.0f * i;
  std::printf("%s, time %s\n", wrong == 0 ? "Test PASSED" : "Test FAILED", milliseconds > 0 ? "positive" : "none");
  checkCudaErrors(cudaDeviceReset());
  return wrong;
}

// Lecture 7: a small table is used again and again while a long stream of data passes by once. The program says so to
// the L2 cache, and takes everything back in the end.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int TABLE = 1 << 10, N = 1 << 16, THREADS = 256;

// [kernel]
// __ldcs and __stcs: streaming accesses. Their lines are the first that leave the cache.
__global__ void look_up(float* out, const int* index, const float* table) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  __stcs(&out[i], table[__ldcs(&index[i])]);
}
// [kernel]

int main() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 1;
  if (device.persistingL2CacheMaxSize == 0) {
    std::puts("this GPU has no lines that persist");
    return 0;
  }
  float *out, *table;
  int* index;
  if (cudaMalloc(&out, N * sizeof(float)) != cudaSuccess || cudaMalloc(&table, TABLE * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&index, N * sizeof(int)) != cudaSuccess) {
    return 1;
  }
  static float host_table[TABLE], found[N];
  static int host_index[N];
  for (int i = 0; i < TABLE; ++i) host_table[i] = i;
  for (int i = 0; i < N; ++i) host_index[i] = (i * 37) % TABLE;
  cudaMemcpy(table, host_table, sizeof host_table, cudaMemcpyHostToDevice);
  cudaMemcpy(index, host_index, sizeof host_index, cudaMemcpyHostToDevice);

  // [window]
  size_t limit_before = 0;
  if (cudaDeviceGetLimit(&limit_before, cudaLimitPersistingL2CacheSize) != cudaSuccess) return 1;
  // How much may be kept from all others, of the whole device.
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, sizeof host_table) != cudaSuccess) return 1;
  cudaStream_t stream;
  if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = table;
  value.accessPolicyWindow.num_bytes = sizeof host_table;  // bytes, not elements
  value.accessPolicyWindow.hitRatio = 1.0f;                // all lines of the window
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  if (cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) != cudaSuccess) return 1;
  look_up<<<N / THREADS, THREADS, 0, stream>>>(out, index, table);
  // [window]

  // [undo]
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 1;  // the next two calls take effect at once
  cudaStreamDestroy(stream);                                   // the window was the stream's
  if (cudaCtxResetPersistingL2Cache() != cudaSuccess) return 1;
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, limit_before) != cudaSuccess) return 1;
  // [undo]

  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  cudaFree(out);
  cudaFree(table);
  cudaFree(index);
  int wrong = 0;
  for (int i = 0; i < N; ++i) wrong += found[i] != host_table[host_index[i]];
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}

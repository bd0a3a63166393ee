// The limit that is kept, and set back, is that of another kind of memory.
#include "residency.cuh"
constexpr int LANES = WIDTH / 4;
__global__ void calibrate(float* out, const float4* readings, const float* starts, const float4* table, int n,
                          int sensors) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
  float sum = 0;
  if (i < n) {
    const int s = sensor_of(i, starts[i / BURST], sensors);
    const float4 a = __ldcs(&readings[size_t(i) * LANES + lane]), b = table[size_t(s) * LANES + lane];
    sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (i < n && lane == 0) __stcs(&out[i], sum);
}
struct Settings {
  size_t limit;
  Settings() { cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize); }  // @here
  ~Settings() {
    cudaStreamSynchronize(0);
    cudaStreamAttrValue none = {};
    cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &none);
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, limit);
  }
};
void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  Settings before;
  int most, longest;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceGetAttribute(&longest, cudaDevAttrMaxAccessPolicyWindowSize, 0);
  const size_t bytes = size_t(sensors) * WIDTH * sizeof(float);
  const size_t aside = bytes < most ? bytes : most;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = (void*)table;
  value.accessPolicyWindow.num_bytes = bytes < longest ? bytes : longest;
  value.accessPolicyWindow.hitRatio = float(aside) / float(bytes);
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
  calibrate<<<(n * LANES + 255) / 256, 256>>>(out, (const float4*)readings, starts, (const float4*)table, n, sensors);
}

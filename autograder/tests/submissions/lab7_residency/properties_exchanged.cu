// What is hit is to stream by, and what misses is to persist: the two are exchanged.
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
    if (lane == 0 && i < n) __stcs(&out[i], sum);
  }
}

int attribute(cudaDeviceAttr name) {
  int device = 0;
  int value = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&value, name, device);
  return value;
}

cudaAccessPolicyWindow window_over(const float* table, size_t bytes, float hit_ratio) {
  cudaAccessPolicyWindow window = {};
  window.base_ptr = const_cast<float*>(table);
  window.num_bytes = bytes;
  window.hitRatio = hit_ratio;
  window.hitProp = cudaAccessPropertyStreaming;
  window.missProp = cudaAccessPropertyPersisting;  // @miss
  return window;
}

void set_window(const cudaAccessPolicyWindow& window) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = window;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &value);
}

void launch(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                          reinterpret_cast<const float4*>(table), n, sensors);
}

// Of a table that is larger than the set-aside part, the share that fits there persists. And not all that could be is
// set aside: it is taken from all else, and the stream needs room to pass by.
void calibrate_with_window(float* out, const float* readings, const float* starts, const float* table, int n,
                           int sensors) {
  const size_t bytes = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  const size_t widest = attribute(cudaDevAttrMaxAccessPolicyWindowSize);
  const size_t windowed = bytes < widest ? bytes : widest;
  const size_t most = attribute(cudaDevAttrMaxPersistingL2CacheSize) / 4 * 3;
  const size_t aside = windowed < most ? windowed : most;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  set_window(window_over(table, windowed, static_cast<float>(aside) / windowed));
  launch(out, readings, starts, table, n, sensors);
  set_window({});
}

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const size_t bytes = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes);
  set_window(window_over(table, bytes, 1));
  launch(out, readings, starts, table, n, sensors);
  set_window({});
}

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  calibrate_with_window(out, readings, starts, table, n, sensors);
}

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  size_t before = 0;
  cudaDeviceGetLimit(&before, cudaLimitPersistingL2CacheSize);
  calibrate_with_window(out, readings, starts, table, n, sensors);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);  // waits for the kernel
  cudaCtxResetPersistingL2Cache();
}

// The part of the cache that was set aside before is no longer set aside.
#include "residency.cuh"

namespace {

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

int attribute(cudaDeviceAttr name) {
  int value = 0;
  cudaDeviceGetAttribute(&value, name, 0);
  return value;
}

void set_window(cudaStream_t stream, const float* base, size_t bytes, float ratio) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = const_cast<float*>(base);
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}

void launch(float* out, const float* readings, const float* starts, const float* table, int n, int sensors,
            cudaStream_t stream = 0) {
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS, 0, stream>>>(
      out, reinterpret_cast<const float4*>(readings), starts, reinterpret_cast<const float4*>(table), n, sensors);
}

}  // namespace

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  const size_t most = attribute(cudaDevAttrMaxPersistingL2CacheSize);
  const size_t widest = attribute(cudaDevAttrMaxAccessPolicyWindowSize);
  const size_t bytes = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  const size_t windowed = bytes < widest ? bytes : widest;
  const size_t aside = windowed < most ? windowed : most;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  set_window(0, table, windowed, aside < windowed ? 0.9f * aside / windowed : 1);
  launch(out, readings, starts, table, n, sensors);
  set_window(0, nullptr, 0, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);  // @set
  cudaCtxResetPersistingL2Cache();
}

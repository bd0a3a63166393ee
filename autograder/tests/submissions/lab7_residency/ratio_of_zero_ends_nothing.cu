// The hit ratio 0 is meant to end the window.
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

void launch(float* out, const float* readings, const float* starts, const float* table, int n, int sensors,
            cudaStream_t stream = 0) {
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS, 0, stream>>>(
      out, reinterpret_cast<const float4*>(readings), starts, reinterpret_cast<const float4*>(table), n, sensors);
}

}  // namespace

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  size_t before = 0;
  cudaDeviceGetLimit(&before, cudaLimitPersistingL2CacheSize);
  const size_t most = attribute(cudaDevAttrMaxPersistingL2CacheSize);
  const size_t widest = attribute(cudaDevAttrMaxAccessPolicyWindowSize);
  const size_t bytes = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  const size_t windowed = bytes < widest ? bytes : widest;
  const size_t aside = windowed < most ? windowed : most;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  cudaStreamAttrValue attributes = {};
  cudaAccessPolicyWindow& window = attributes.accessPolicyWindow;
  window.base_ptr = const_cast<float*>(table);
  window.num_bytes = windowed;
  window.hitRatio = aside < windowed ? 0.9f * aside / windowed : 1;
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &attributes);
  launch(out, readings, starts, table, n, sensors);
  cudaDeviceSynchronize();
  window.hitRatio = 0;  // @ratio
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &attributes);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);
  cudaCtxResetPersistingL2Cache();
}

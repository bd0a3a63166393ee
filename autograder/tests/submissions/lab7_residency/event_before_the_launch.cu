// The event that is waited for is recorded before the launch.
#include "residency.cuh"

// The kernel is there. Eight threads do a reading, four of its floats each; a thread does EACH readings, whose loads
// are all under way before the first product is formed. What it does not say is which accesses are the only ones to
// their address.
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
    reading[e] = __ldcs(readings + LANES * static_cast<size_t>(i) + lane);
    row[e] = table[LANES * static_cast<size_t>(sensor) + lane];
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    const float4 a = reading[e], b = row[e];
    float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (lane == 0 && i < n) __stcs(out + i, sum);
  }
}

// Part 7.3, no trace: the same, and leave the device as you found it.
struct Window {
  cudaStreamAttrValue value = {};
  void set() { cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &value); }
};

int device_number(cudaDeviceAttr which) {
  int device = 0, number = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&number, which, device);
  return number;
}

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  size_t limit_before = 0;
  cudaDeviceGetLimit(&limit_before, cudaLimitPersistingL2CacheSize);

  size_t length = static_cast<size_t>(sensors) * (WIDTH * sizeof(float));
  const size_t longest = device_number(cudaDevAttrMaxAccessPolicyWindowSize);
  if (length > longest) length = longest;
  size_t aside = device_number(cudaDevAttrMaxPersistingL2CacheSize) / 4 * 3;
  if (aside > length) aside = length;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);

  Window window;
  window.value.accessPolicyWindow.base_ptr = const_cast<float*>(table);
  window.value.accessPolicyWindow.num_bytes = length;
  window.value.accessPolicyWindow.hitRatio = static_cast<float>(aside) / static_cast<float>(length);
  window.value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  window.set();

  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaEventRecord(done, cudaStreamLegacy);  // @here
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                          reinterpret_cast<const float4*>(table), n, sensors);
  Window().set();

  cudaEventSynchronize(done);
  cudaEventDestroy(done);
  cudaCtxResetPersistingL2Cache();
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, limit_before);
}

// The constructor asks for the limit when it has been changed already.
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

// Part 7.3, no trace: the same, and leave the device as you found it.
struct Plan {
  size_t window;  // bytes
  size_t aside;   // bytes of them that persist
  float ratio;
};

Plan plan_for(int sensors) {
  int device = 0, most_aside = 0, most_window = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most_aside, cudaDevAttrMaxPersistingL2CacheSize, device);
  cudaDeviceGetAttribute(&most_window, cudaDevAttrMaxAccessPolicyWindowSize, device);

  Plan plan = {};
  plan.window = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  if (plan.window > static_cast<size_t>(most_window)) plan.window = most_window;
  plan.aside = static_cast<size_t>(most_aside) / 4 * 3;
  if (plan.aside > plan.window) plan.aside = plan.window;
  plan.ratio = static_cast<float>(plan.aside) / plan.window;
  return plan;
}

void set_window(const float* table, size_t bytes, float ratio) {
  cudaStreamAttrValue attribute = {};
  auto& window = attribute.accessPolicyWindow;
  window.base_ptr = const_cast<float*>(table);
  window.num_bytes = bytes;
  window.hitRatio = ratio;
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &attribute);
}

// Puts everything back where its scope ends.
struct Tidy {
  size_t before = 0;
  Tidy() { cudaDeviceGetLimit(&before, cudaLimitPersistingL2CacheSize); }
  ~Tidy() {
    set_window(nullptr, 0, 0);
    cudaDeviceSynchronize();
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);
  }
};

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  const Plan plan = plan_for(sensors);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, plan.aside);
  const Tidy tidy;  // @here
  set_window(table, plan.window, plan.ratio);
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                          reinterpret_cast<const float4*>(table), n, sensors);
}

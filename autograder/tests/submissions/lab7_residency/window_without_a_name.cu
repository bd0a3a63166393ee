#include "residency.cuh"

#include <algorithm>

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

// Part 7.2, hit ratio: the same for a table of any size. Ask the device what it has.
int device_has(cudaDeviceAttr what) {
  int device = 0, value = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&value, what, device);
  return value;
}

// A window on the default stream, which is taken away at the end of the scope.
class Window {
 public:
  Window(const float* from, size_t bytes, float ratio) {
    cudaAccessPolicyWindow window = {};
    window.base_ptr = const_cast<float*>(from);
    window.num_bytes = bytes;
    window.hitRatio = ratio;
    window.hitProp = cudaAccessPropertyPersisting;
    window.missProp = cudaAccessPropertyStreaming;
    set(window);
  }
  ~Window() { set({}); }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

 private:
  static void set(const cudaAccessPolicyWindow& window) {
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow = window;
    cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &value);
  }
};

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const size_t bytes = sizeof(float) * WIDTH * static_cast<size_t>(sensors);
  const size_t length = std::min<size_t>(bytes, device_has(cudaDevAttrMaxAccessPolicyWindowSize));
  const size_t aside = std::min<size_t>(length, device_has(cudaDevAttrMaxPersistingL2CacheSize) / 4 * 3);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  Window(table, length, static_cast<float>(aside) / static_cast<float>(length));  // @here
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                          reinterpret_cast<const float4*>(table), n, sensors);
}

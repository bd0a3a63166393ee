// The limit is read for the end, but only after a helper has changed it.
#include "residency.cuh"

__global__ void kernel(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (i >= n) return;
  const int sensor = sensor_of(i, starts[i / BURST], sensors);
  float sum =
      __ldcs(&readings[static_cast<size_t>(i) * WIDTH + lane]) * table[static_cast<size_t>(sensor) * WIDTH + lane];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (lane == 0) __stcs(&out[i], sum);
}

void window(const float* table, size_t bytes, float ratio) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = const_cast<float*>(table);
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &value);
}

void keep(const float* table, size_t bytes) {
  int device = 0, most = 0, widest = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, device);
  cudaDeviceGetAttribute(&widest, cudaDevAttrMaxAccessPolicyWindowSize, device);
  const size_t seen = bytes < widest ? bytes : widest;
  const size_t aside = seen < most / 4 * 3 ? seen : most / 4 * 3;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  window(table, seen, static_cast<float>(aside) / seen);
}

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  keep(table, static_cast<size_t>(sensors) * WIDTH * sizeof(float));
  size_t before = 0;
  cudaDeviceGetLimit(&before, cudaLimitPersistingL2CacheSize);
  kernel<<<(n + 7) / 8, 256>>>(out, readings, starts, table, n, sensors);
  window(nullptr, 0, 0);
  cudaDeviceSynchronize();
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);
  cudaCtxResetPersistingL2Cache();
}

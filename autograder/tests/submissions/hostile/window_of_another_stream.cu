// The window is that of a stream in which nothing runs.
#include "residency.cuh"

__global__ void calibrate(float* out, const float* readings, const float* starts, const float* table, int n,
                          int sensors) {
  const int lane = threadIdx.x % 32, i = blockIdx.x * 8 + threadIdx.x / 32;
  if (i >= n) return;
  const int sensor = sensor_of(i, starts[i / BURST], sensors);
  float sum = readings[static_cast<size_t>(i) * WIDTH + lane] * table[static_cast<size_t>(sensor) * WIDTH + lane];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (lane == 0) out[i] = sum;
}

static void set_window(cudaStream_t stream, const float* table, size_t bytes) {
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = const_cast<float*>(table);
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  static cudaStream_t other;
  if (other == nullptr) cudaStreamCreate(&other);
  set_window(other, table, sizeof(float) * WIDTH * sensors);
  calibrate<<<(n + 7) / 8, 256>>>(out, readings, starts, table, n, sensors);
}

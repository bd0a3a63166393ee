// The window is longer than all memory.
#include "residency.cuh"

__global__ void calibrate(float* out, const float* readings, const float* starts, const float* table, int n,
                          int sensors) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  const int sensor = sensor_of(i, starts[i / BURST], sensors);
  float sum = 0;
  for (int j = 0; j < WIDTH; ++j) sum += readings[i * WIDTH + j] * table[sensor * WIDTH + j];
  out[i] = sum;
}

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = const_cast<float*>(table);
  value.accessPolicyWindow.num_bytes = ~size_t{15};
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &value);
  calibrate<<<(n + 255) / 256, 256>>>(out, readings, starts, table, n, sensors);
}

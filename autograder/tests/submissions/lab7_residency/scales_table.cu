// The table is not this function's to change.
#include "residency.cuh"

namespace {

__global__ void calibrate(float* out, const float* readings, const float* starts, float* table, int n, int sensors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float* const row = table + static_cast<size_t>(sensor_of(i, starts[i / BURST], sensors)) * WIDTH;
  float sum = 0;
  for (int j = 0; j < WIDTH; ++j) sum += readings[i * WIDTH + j] * row[j];
  out[i] = sum;
  row[0] = sum;  // @write
}

}  // namespace

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  calibrate<<<(n + 255) / 256, 256>>>(out, readings, starts, const_cast<float*>(table), n, sensors);
}

// Threads without a reading read and write all the same.
#include "residency.cuh"

namespace {

__global__ void calibrate(float* out, const float* readings, const float* starts, const float* table, int n,
                          int sensors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sensor = sensor_of(i, starts[i / BURST], sensors);
  float sum = 0;
  for (int j = 0; j < WIDTH; ++j) {
    sum += readings[i * WIDTH + j] * table[static_cast<size_t>(sensor) * WIDTH + j];  // @out_of_bounds
  }
  out[i] = sum;
}

}  // namespace

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  calibrate<<<(n + 255) / 256, 256>>>(out, readings, starts, table, n, sensors);
}

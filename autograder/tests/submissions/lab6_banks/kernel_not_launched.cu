// The grid and the pitch are computed, and the launch is missing (6.1).
#include "banks.cuh"

__global__ void add_up(float* out, const float* in, int rows, int columns) {  // @kernel
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) {
    sum += in[static_cast<size_t>(row) * columns + k];
    out[static_cast<size_t>(row) * columns + k] = sum;
  }
}

void running_sums(float* out, const float* in, int rows, int columns) {
  const int threads = 128;
  const int blocks = (rows + threads - 1) / threads;
}

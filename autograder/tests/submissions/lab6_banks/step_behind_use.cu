// The pointer walks down, and is used before it steps.
#include "banks.cuh"

__global__ void sums_kernel(float* out, const float* in, int rows, int columns) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* p = in + (size_t)(r + 1) * columns;
  float* q = out + (size_t)(r + 1) * columns;
  float total = 0;
  for (int c = 0; c < columns; ++c) total += *--p;
  p = in + (size_t)(r + 1) * columns;
  for (int c = 0; c < columns; ++c) {
    *--q = total;
    total -= *p--;  // @here
  }
}

void running_sums(float* out, const float* in, int rows, int columns) {
  sums_kernel<<<(rows + 127) / 128, 128>>>(out, in, rows, columns);
}

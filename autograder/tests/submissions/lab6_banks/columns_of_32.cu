// A tile of 32 columns for rows of any length: what is behind the 32nd column is left out.
#include "banks.cuh"

__global__ void kernel(float* out, const float* in, int rows, int columns) {
  __shared__ float piece[64][33];
  const int first = blockIdx.x * 64;
  const int lane = threadIdx.x % 32;
  for (int r = threadIdx.x / 32; r < 64; r += 2) {
    if (first + r < rows && lane < columns) piece[r][lane] = in[static_cast<size_t>(first + r) * columns + lane];
  }
  __syncthreads();
  if (first + threadIdx.x < rows) {
    for (int k = 1; k < min(columns, 32); ++k) piece[threadIdx.x][k] += piece[threadIdx.x][k - 1];
  }
  __syncthreads();
  for (int r = threadIdx.x / 32; r < 64; r += 2) {
    if (first + r < rows && lane < columns) out[static_cast<size_t>(first + r) * columns + lane] = piece[r][lane];
  }
}

void running_sums(float* out, const float* in, int rows, int columns) {
  kernel<<<(rows + 63) / 64, 64>>>(out, in, rows, columns);
}

// Fills shared memory with one row length and walks through it with another: the same where columns are odd.
#include "banks.cuh"

__global__ void kernel(float* out, const float* in, int rows, int columns) {
  extern __shared__ float piece[];
  const int pitch = columns | 1;  // @pitch
  const size_t start = static_cast<size_t>(blockIdx.x) * 64 * columns;
  const int here = min(64, rows - static_cast<int>(blockIdx.x) * 64);
  for (int i = threadIdx.x; i < here * columns; i += 64) piece[i] = in[start + i];
  __syncthreads();
  if (threadIdx.x < here) {
    for (int k = 1; k < columns; ++k) piece[threadIdx.x * pitch + k] += piece[threadIdx.x * pitch + k - 1];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += 64) out[start + i] = piece[i];
}

void running_sums(float* out, const float* in, int rows, int columns) {
  kernel<<<(rows + 63) / 64, 64, 64 * (columns | 1) * sizeof(float)>>>(out, in, rows, columns);
}

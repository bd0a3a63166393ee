// Each sum is stored before its own value is added to it.
#include "banks.cuh"

constexpr int ROWS = 32;

__global__ void sums(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  const int first = blockIdx.x * ROWS, here = min(ROWS, rows - first);
  for (int i = threadIdx.x; i < here * columns; i += ROWS)
    piece[i / columns * pitch + i % columns] = in[first * columns + i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; threadIdx.x < here && k < columns; ++k) {
    const float value = piece[threadIdx.x * pitch + k];
    piece[threadIdx.x * pitch + k] = sum;  // @early
    sum += value;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += ROWS)
    out[first * columns + i] = piece[i / columns * pitch + i % columns];
}

void running_sums(float* out, const float* in, int rows, int columns) {
  const int pitch = columns | 1;
  sums<<<(rows + ROWS - 1) / ROWS, ROWS, ROWS * pitch * sizeof(float)>>>(out, in, rows, columns, pitch);
}

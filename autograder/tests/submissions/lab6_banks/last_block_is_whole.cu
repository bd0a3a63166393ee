// The last block moves as many rows as all others do.
#include "banks.cuh"
constexpr int ROWS = 64;

__global__ void sums_kernel(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  size_t base = (size_t)blockIdx.x * ROWS * columns;
  int count = ROWS * columns;  // @here
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    piece[i / columns * pitch + i % columns] = in[base + i];
  __syncthreads();
  if (blockIdx.x * ROWS + threadIdx.x < rows) {
    float s = 0;
    for (int k = 0; k < columns; ++k) {
      s += piece[threadIdx.x * pitch + k];
      piece[threadIdx.x * pitch + k] = s;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    out[base + i] = piece[i / columns * pitch + i % columns];
}

void running_sums(float* out, const float* in, int rows, int columns) {
  int pitch = columns % 2 == 0 ? columns + 1 : columns;
  sums_kernel<<<(rows + ROWS - 1) / ROWS, ROWS, ROWS * pitch * sizeof(float)>>>(out, in, rows, columns, pitch);
}

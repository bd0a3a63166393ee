// The rows that need one word more are those that do not get it.
#include "banks.cuh"

__global__ void sums_kernel(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  const int first = blockIdx.x * blockDim.x;
  const int here = min((int)blockDim.x, rows - first);
  for (int k = threadIdx.x; k < here * columns; k += blockDim.x) {
    piece[k / columns * pitch + k % columns] = in[(size_t)first * columns + k];
  }
  __syncthreads();
  if (threadIdx.x < here) {
    float* row = piece + threadIdx.x * pitch;
    float sum = 0;
    for (int k = 0; k < columns; ++k) {
      sum += row[k];
      row[k] = sum;
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < here * columns; k += blockDim.x) {
    out[(size_t)first * columns + k] = piece[k / columns * pitch + k % columns];
  }
}

void running_sums(float* out, const float* in, int rows, int columns) {
  const int threads = 128;
  const int pitch = columns % 2 == 1 ? columns + 1 : columns;  // @pitch
  sums_kernel<<<(rows + threads - 1) / threads, threads, threads * pitch * sizeof(float)>>>(out, in, rows, columns,
                                                                                            pitch);
}

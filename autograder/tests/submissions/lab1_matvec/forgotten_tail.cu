// Takes whole pieces of x only: what is left behind the last one is not added.
#include "matvec.cuh"

constexpr int LENGTH = 128;

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[LENGTH];
  const int row = blockIdx.x * LENGTH + threadIdx.x;
  float sum = 0;
  for (int start = 0; start + LENGTH <= columns; start += LENGTH) {
    piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      for (int j = 0; j < LENGTH; ++j) sum += A[static_cast<size_t>(row) * columns + start + j] * piece[j];
    }
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + LENGTH - 1) / LENGTH, LENGTH>>>(y, A, x, rows, columns);
}

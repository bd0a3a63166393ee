// Each round adds up all columns that are left, and only a piece of x is there.
#include "matvec.cuh"

__global__ void pieces(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[256];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += 256) {
    if (start + threadIdx.x < columns) piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    const int length = columns - start;  // @length
    if (row < rows) {
      for (int j = 0; j < length; j++) sum += A[(size_t)row * columns + start + j] * piece[j];
    }
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  pieces<<<(rows + 255) / 256, 256>>>(y, A, x, rows, columns);
}

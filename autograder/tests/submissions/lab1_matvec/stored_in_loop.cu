// The sum is kept in y, which begins with 0.
#include "matvec.cuh"

__global__ void mv(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  y[row] = 0;
  for (int j = 0; j < columns; j++) {
    y[row] += A[(size_t)row * columns + j] * x[j];  // @store
  }
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  mv<<<(rows + 255) / 256, 256>>>(y, A, x, rows, columns);
}

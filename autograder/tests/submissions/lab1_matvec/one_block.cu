// All rows in a single block. Part 1.1 gives it a thread for each row: there may be more rows than a block has threads.
// Part 1.4 lets it take the rows one after the other: right, and all multiprocessors but one are idle.
#include "matvec.cuh"

__global__ void thread_per_row(float* y, const float* A, const float* x, int columns) {
  const int row = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

__global__ void row_after_row(float* y, const float* A, const float* x, int rows, int columns) {
  for (int row = threadIdx.x / 32; row < rows; row += blockDim.x / 32) {
    float sum = 0;
    for (int j = threadIdx.x % 32; j < columns; j += 32) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x % 32 == 0) y[row] = sum;
  }
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  thread_per_row<<<1, rows>>>(y, A, x, columns);  // @launch
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  row_after_row<<<1, 1024>>>(y, A, x, rows, columns);
}

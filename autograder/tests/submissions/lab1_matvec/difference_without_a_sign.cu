// `width - 3` is a very large number where width is 1 or 2.
#include "matvec.cuh"

// Part 1.1, one thread per row: each walks along its row of A.
__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* a = A + static_cast<size_t>(row) * columns;
  const unsigned width = columns;
  float even = 0, odd = 0;
  unsigned j = 0;
  for (; j < width - 3; j += 4) {  // @here
    even += a[j] * x[j] + a[j + 2] * x[j + 2];
    odd += a[j + 1] * x[j + 1] + a[j + 3] * x[j + 3];
  }
  for (; j < width; ++j) even += a[j] * x[j];
  y[row] = even + odd;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  constexpr int threads = 128;
  rows_kernel<<<(rows + threads - 1) / threads, threads>>>(y, A, x, rows, columns);
}

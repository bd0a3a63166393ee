// A helper is given a column of the matrix, and not a row.
#include "matvec.cuh"

__device__ float dot(const float* a, const float* x, int count, int step) {
  float total = 0;
  while (count-- > 0) {
    total += *a * *x;
    a += step;
    ++x;
  }
  return total;
}

__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) y[r] = dot(A + r, x, columns, rows);  // @call
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  rows_kernel<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

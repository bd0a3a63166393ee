// Takes A as stored by columns, as Fortran would: every index is inside, and the loads are even coalesced.
#include "matvec.cuh"

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(j) * rows + row] * x[j];
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

// Every partial sum loses its fraction: the type of the first value is the type of the sum.
#include "matvec.cuh"

__global__ void row_sums(float* y, const float* A, const float* x, int rows, int columns) {
  const int mine = blockIdx.x * blockDim.x + threadIdx.x;
  if (mine >= rows) return;
  int sum = 0;  // @sum
  for (int k = 0; k < columns; ++k) {
    const float a = A[static_cast<size_t>(mine) * columns + k];
    sum += a * x[k];
  }
  y[mine] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  row_sums<<<(rows + 63) / 64, 64>>>(y, A, x, rows, columns);
}

// The sum begins with the row's last element, which is not multiplied by that of x.
#include "matvec.cuh"

__global__ void backwards(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* values = A + (size_t)row * columns;
  float total;
  total = values[columns - 1];  // @here
  for (int j = columns - 2; j >= 0; --j) total += x[j] * values[j];
  y[row] = total;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  backwards<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

// The sum is an int: every product loses its fraction, which the compiler knows.
#include "matvec.cuh"

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int sum = 0;  // @whole
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

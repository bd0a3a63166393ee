// No guard: the threads of the last block that have no row take one all the same.
#include "matvec.cuh"

__global__ void kernel(float* y, const float* A, const float* x, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];  // @out_of_bounds
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + 127) / 128, 128>>>(y, A, x, columns);
}

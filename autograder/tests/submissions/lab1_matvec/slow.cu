// Right, but: y in global memory where a register would do (1.1), x from global memory for every row (1.2), A a whole
// row apart where it is to be loaded by rows (1.3), and again in the open end (1.4).
#include "matvec.cuh"

__global__ void y_at_every_step(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  y[row] = 0;
  for (int j = 0; j < columns; ++j) y[row] += A[static_cast<size_t>(row) * columns + j] * x[j];
}

__global__ void rows_apart(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  y_at_every_step<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  rows_apart<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  rows_apart<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  rows_apart<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}

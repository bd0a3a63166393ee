// Words of the piece beyond the last column are read and never stored.
#include "matvec.cuh"

constexpr int SIDE = 32;

__global__ void tiles_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE + 1];
  __shared__ float piece[SIDE];
  const int top = blockIdx.x * SIDE;
  const int t = threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    for (int i = 0; i < SIDE; ++i) {
      float v = 0;
      if (top + i < rows && start + t < columns) v = A[static_cast<size_t>(top + i) * columns + start + t];
      tile[i][t] = v;
    }
    if (start + t < columns) piece[t] = x[start + t];  // @guard
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) sum += tile[t][j] * piece[j];
    __syncthreads();
  }
  if (top + t < rows) y[top + t] = sum;
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, rows, columns);
}

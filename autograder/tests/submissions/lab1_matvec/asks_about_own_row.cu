// The guard of the load asks about the row that the thread adds up, and not about the one that it loads.
#include "matvec.cuh"

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {}

constexpr int SIDE = 64;

__device__ float load_or_zero(const float* A, int row, int column, int rows, int columns) {
  return row < rows && column < columns ? A[size_t(row) * columns + column] : 0.0f;
}

__global__ void tiles_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE + 1];
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  const int my_row = first_row + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    const int column = start + threadIdx.x;
    for (int i = 0; i < SIDE; ++i) {
      tile[i][threadIdx.x] = 0;
      if (my_row < rows && column < columns)  // @guard
        tile[i][threadIdx.x] = A[size_t(first_row + i) * columns + column];
    }
    piece[threadIdx.x] = column < columns ? x[column] : 0;
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) sum += tile[threadIdx.x][j] * piece[j];
    __syncthreads();
  }
  if (my_row < rows) y[my_row] = sum;
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, rows, columns);
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {}

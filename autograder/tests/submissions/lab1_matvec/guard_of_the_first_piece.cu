// The guard of x asks about the place in the piece and not in x.
#include "matvec.cuh"

constexpr int SIDE = 64;

__global__ void tiles_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE];
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    const int column = start + threadIdx.x;
    for (int i = 0; i < SIDE; ++i) {
      const int row = first_row + i;
      tile[i][threadIdx.x] = row < rows && column < columns ? A[static_cast<size_t>(row) * columns + column] : 0;
    }
    piece[threadIdx.x] = threadIdx.x < columns ? x[start + threadIdx.x] : 0;  // @piece
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) sum += tile[threadIdx.x][j] * piece[j];
    __syncthreads();
  }
  if (first_row + threadIdx.x < rows) y[first_row + threadIdx.x] = sum;
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, rows, columns);
}

// The printed listing with guards and without the second barrier: a warp that is done with a tile overwrites what the
// other one still adds up.
#include "matvec.cuh"

constexpr int SIDE = 64;

__global__ void tiles_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE];
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  const int column = threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    for (int i = 0; i < SIDE; ++i) {
      const bool is_inside = first_row + i < rows && start + column < columns;
      const size_t index = static_cast<size_t>(first_row + i) * columns + start + column;
      tile[i][threadIdx.x] = is_inside ? A[index] : 0;  // @store
    }
    piece[threadIdx.x] = start + column < columns ? x[start + column] : 0;
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) sum += tile[threadIdx.x][j] * piece[j];  // @load
  }
  if (first_row + threadIdx.x < rows) y[first_row + threadIdx.x] = sum;
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, rows, columns);
}

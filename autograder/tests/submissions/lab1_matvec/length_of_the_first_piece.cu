#include "matvec.cuh"

// Part 1.2, x in shared memory: the block loads a piece of x together, then every thread uses all of it.
#define N_X 128  // threads of a block = length of a piece of x

__global__ void xshared_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float xs[N_X];
  int row = blockIdx.x * N_X + threadIdx.x;
  float acc = 0.0f;
  int len = min(N_X, columns);  // @here

  for (int c0 = 0; c0 < columns; c0 += N_X) {
    if (threadIdx.x < len) xs[threadIdx.x] = x[c0 + threadIdx.x];
    __syncthreads();
    if (row < rows)
      for (int j = 0; j < len; j++) acc += A[(size_t)row * columns + c0 + j] * xs[j];
    __syncthreads();
  }
  if (row < rows) y[row] = acc;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  xshared_kernel<<<(rows + N_X - 1) / N_X, N_X>>>(y, A, x, rows, columns);
}

// Part 1.3, A and x in shared memory: the block loads a square tile of A together, row by row, so that neighbouring
// threads read neighbouring addresses. This kernel is complete, as it is found in print. It is not right. It takes
// it for granted that rows and columns are multiples of SIDE; and that is not all.
constexpr int SIDE = 64;  // of the tile, and threads of a block

__global__ void tiles_kernel(float* y, const float* A, const float* x, int columns) {
  __shared__ float tile[SIDE][SIDE];
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    for (int i = 0; i < SIDE; ++i) {
      tile[i][threadIdx.x] = A[static_cast<size_t>(first_row + i) * columns + start + threadIdx.x];
    }
    piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) sum += tile[threadIdx.x][j] * piece[j];
  }
  y[first_row + threadIdx.x] = sum;
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, columns);
}

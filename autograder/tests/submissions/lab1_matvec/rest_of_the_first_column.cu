#include "matvec.cuh"

// Part 1.2, x in shared memory: the block loads a piece of x together, then every thread uses all of it.
// Two buffers in turn: while some threads still use one, others may already fill the other, so one barrier is enough.
constexpr int SPAN = 64;  // of a piece, and threads of a block

__global__ void x_shared_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float pieces[2][SPAN];
  const int t = threadIdx.x;
  const int row = blockIdx.x * SPAN + t;
  float sum = 0;
  for (int start = 0; start < columns; start += SPAN) {
    float* const piece = pieces[start & 1];  // @here
    const int length = columns - start < SPAN ? columns - start : SPAN;
    if (t < length) piece[t] = x[start + t];
    __syncthreads();
    if (row < rows) {
      const float* a = A + static_cast<size_t>(row) * columns + start;
      for (int j = 0; j < length; ++j) sum += a[j] * piece[j];
    }
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  const int blocks = (rows + SPAN - 1) / SPAN;
  x_shared_kernel<<<blocks, SPAN>>>(y, A, x, rows, columns);
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

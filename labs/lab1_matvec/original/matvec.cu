// Lab 1, matrix times vector: your file. README.md beside it explains each part; `./grade lab1` tells you how far you
// are.
#include "matvec.cuh"

// Part 1.1, one thread per row: each walks along its row of A.
__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  // TODO: which row is this thread's? Is there such a row?
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  // TODO: rows_kernel<<<blocks, threads>>>(y, A, x, rows, columns);
}

// Part 1.2, x in shared memory: the block loads a piece of x together, then every thread uses all of it.
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  // TODO
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

// Part 1.4, open end: as fast as you can.
void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  // TODO
}

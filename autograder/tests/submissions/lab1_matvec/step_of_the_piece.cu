#include "matvec.cuh"

// Part 1.2, x in shared memory: the block loads a piece of x together, then every thread uses all of it.
// A long piece, so that there are few barriers.
template <int LENGTH>
__device__ void fetch(float (&piece)[LENGTH], const float* from, int count) {
  for (int j = threadIdx.x; j < count; j += LENGTH) piece[j] = from[j];  // @here
}

template <int LENGTH>
__global__ void cached_x_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[LENGTH];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const bool here = row < rows;
  const float* a = A + static_cast<size_t>(here ? row : 0) * columns;
  float dot = 0;
  for (int left = columns; left > 0; left -= LENGTH) {
    const int count = min(left, LENGTH);
    fetch<LENGTH>(piece, x, count);
    __syncthreads();
    for (int j = 0; here && j < count; ++j) dot += a[j] * piece[j];
    __syncthreads();
    a += count;
    x += count;
  }
  if (here) y[row] = dot;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  constexpr int BLOCK = 64;
  cached_x_kernel<256><<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(y, A, x, rows, columns);
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

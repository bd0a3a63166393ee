// The lambda copies the tile's column and row before they get their values.
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.4, diagonal: the same, with the blocks walking diagonals of the matrix.
__global__ void diagonal_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const int lane = threadIdx.x;
  int column = blockIdx.x, row = blockIdx.y;  // of the tile

  const auto source = [=](int j) -> const float* {  // @here
    const int x = column * TILE + lane, y = row * TILE + j;
    if (x >= width || y >= height) return nullptr;
    return in + static_cast<size_t>(y) * width + x;
  };
  const auto target = [&](int j) -> float* {
    const int x = row * TILE + lane, y = column * TILE + j;
    if (x >= height || y >= width) return nullptr;
    return out + static_cast<size_t>(y) * height + x;
  };

  // Along the diagonals.
  const int number = blockIdx.x + gridDim.x * blockIdx.y;
  row = number % gridDim.y;
  column = (number / gridDim.y + row) % gridDim.x;

  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    if (const float* p = source(j)) tile[j][lane] = *p;
  }
  __syncthreads();
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    if (float* p = target(j)) *p = tile[lane][j];
  }
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  const dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  diagonal_kernel<<<blocks, dim3(TILE, ROWS)>>>(out, in, width, height);
}

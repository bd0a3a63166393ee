// What is subtracted once may have to be subtracted more often.
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.4, diagonal: the same, with the blocks walking diagonals of the matrix.
__global__ void diagonal_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const int across = gridDim.x, down = gridDim.y;
  const int number = blockIdx.x + across * blockIdx.y;
  // down a diagonal, then on to the one at its right; beyond the last column it goes on in the first one
  const int diagonal = number / down;
  const int tile_y = number - diagonal * down;
  int tile_x = diagonal + tile_y;
  if (tile_x >= across) tile_x -= across;  // cheaper than %  // @here

  const float* from = in + static_cast<size_t>(tile_y) * TILE * width + tile_x * TILE;
  float* to = out + static_cast<size_t>(tile_x) * TILE * height + tile_y * TILE;
  const int columns = min(TILE, width - tile_x * TILE);
  const int rows = min(TILE, height - tile_y * TILE);
  const int lane = threadIdx.x;
  for (int r = threadIdx.y; r < rows; r += ROWS) {
    if (lane < columns) tile[r][lane] = from[static_cast<size_t>(r) * width + lane];
  }
  __syncthreads();
  for (int c = threadIdx.y; c < columns; c += ROWS) {
    if (lane < rows) to[static_cast<size_t>(c) * height + lane] = tile[lane][c];
  }
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  diagonal_kernel<<<dim3((width - 1) / TILE + 1, (height - 1) / TILE + 1), dim3(TILE, ROWS)>>>(out, in, width, height);
}

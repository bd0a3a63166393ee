// The diagonal is taken from the number of the block, and not from the row of its tile.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

__global__ void diagonal_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const int number = blockIdx.x + gridDim.x * blockIdx.y;
  const int tile_y = number % gridDim.y;
  const int tile_x = (number / gridDim.y + number) % gridDim.x;  // @here
  int x = tile_x * TILE + threadIdx.x;
  int y = tile_y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[static_cast<size_t>(y + j) * width + x];
  }
  __syncthreads();
  x = tile_y * TILE + threadIdx.x;
  y = tile_x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < height && y + j < width) out[static_cast<size_t>(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  const dim3 threads(TILE, ROWS);
  const dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  diagonal_kernel<<<blocks, threads>>>(out, in, width, height);
}

// The tile is filled, but each thread stores what it has loaded itself: the threads are swapped instead of the blocks.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

__global__ void via_tile(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  const int x = blockIdx.x * TILE + threadIdx.x;
  const int y = blockIdx.y * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += ROWS)
    if (x < width && y + r < height) tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * width + x];
  __syncthreads();
  for (int r = 0; r < TILE; r += ROWS)
    if (x < width && y + r < height) out[x * height + y + r] = tile[threadIdx.y + r][threadIdx.x];  // @store
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  const dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  via_tile<<<blocks, dim3(TILE, ROWS)>>>(out, in, width, height);
}

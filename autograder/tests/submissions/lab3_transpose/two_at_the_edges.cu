// Two mistakes: the pitch of the output, and a number of blocks that is rounded down.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

__global__ void tiled(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(size_t)(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];  // @pitch
}
void transpose_tiled(float* out, const float* in, int width, int height) {
  dim3 grid((width + TILE - 1) / TILE, height / TILE);  // @blocks
  tiled<<<grid, dim3(TILE, ROWS)>>>(out, in, width, height);
}

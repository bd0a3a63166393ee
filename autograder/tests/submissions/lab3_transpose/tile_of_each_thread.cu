// The tile is declared without __shared__: each thread has one of its own (3.2).
#include "transpose.cuh"

#define TILE 32
#define ROWS 8

__global__ void tiled_kernel(float* out, const float* in, int width, int height) {
  float tile[TILE][TILE];  // @tile
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < height && y + j < width) out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  tiled_kernel<<<blocks, dim3(TILE, ROWS)>>>(out, in, width, height);
}

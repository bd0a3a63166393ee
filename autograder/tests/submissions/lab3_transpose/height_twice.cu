// The grid is made of the height alone.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

int tiles_of(int length) { return (length + TILE - 1) / TILE; }

__global__ void tiled(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += ROWS) {
    if (x < width && y + r < height) tile[threadIdx.y + r][threadIdx.x] = in[(size_t)(y + r) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += ROWS) {
    if (x < height && y + r < width) out[(size_t)(y + r) * height + x] = tile[threadIdx.x][threadIdx.y + r];
  }
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  const dim3 grid(tiles_of(height), tiles_of(height));  // @change
  tiled<<<grid, dim3(TILE, ROWS)>>>(out, in, width, height);
}

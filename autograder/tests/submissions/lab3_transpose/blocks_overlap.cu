// The block's first row is counted in threads, not in rows of the tile.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

__global__ void eight_rows_on(float* out, const float* in, int width, int height) {
  const int left = blockIdx.x * TILE;
  const int top = blockIdx.y * ROWS;  // @top
  for (int row = threadIdx.y; row < TILE; row += ROWS) {
    const int x = left + threadIdx.x;
    if (x >= width || top + row >= height) continue;
    out[static_cast<size_t>(x) * height + top + row] = in[static_cast<size_t>(top + row) * width + x];
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  eight_rows_on<<<grid, dim3(TILE, ROWS)>>>(out, in, width, height);
}

// The barrier of one warp, between two helpers that share a tile of all warps.
#include "transpose.cuh"

constexpr int TILE = 32;

constexpr int ROWS = 8;

static dim3 tiles(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }

struct Tile {
  float cell[TILE][TILE];
};

__device__ void fill(Tile& t, const float* in, int x0, int y0, int width, int height) {
  const int x = x0 + threadIdx.x;
  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    const int y = y0 + r;
    if (x < width && y < height) t.cell[r][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
  }
}

__device__ void empty(const Tile& t, float* out, int x0, int y0, int width, int height) {
  const int y = y0 + threadIdx.x;
  for (int c = threadIdx.y; c < TILE; c += ROWS) {
    const int x = x0 + c;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = t.cell[threadIdx.x][c];
  }
}

__global__ void tiled_kernel(float* out, const float* in, int width, int height) {
  __shared__ Tile t;
  const int x0 = blockIdx.x * TILE;
  const int y0 = blockIdx.y * TILE;
  fill(t, in, x0, y0, width, height);
  __syncwarp();  // @here
  empty(t, out, x0, y0, width, height);
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  tiled_kernel<<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

// The grid's two numbers are exchanged, and a function computes them.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

constexpr unsigned tiles(int extent) { return (extent + TILE - 1) / TILE; }

__device__ void move_one(float* out, const float* in, int x, int y, int width, int height) {
  if (x >= width || y >= height) return;
  out[size_t(x) * height + y] = in[size_t(y) * width + x];
}

__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  const int y = blockIdx.y * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += ROWS) move_one(out, in, x, y + r, width, height);
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const dim3 grid(tiles(height), tiles(width));  // @grid
  const dim3 block(TILE, ROWS);
  naive_kernel<<<grid, block>>>(out, in, width, height);
}

void transpose_tiled(float* out, const float* in, int width, int height) {}
void transpose_padded(float* out, const float* in, int width, int height) {}
void transpose_diagonal(float* out, const float* in, int width, int height) {}
void transpose_best(float* out, const float* in, int width, int height) {}

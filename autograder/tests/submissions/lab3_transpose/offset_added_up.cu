#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.1, naive: one read and one write per element, straight from global to global memory.
__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS) {
    y += j;  // @here
    if (x < width && y < height) {
      const float element = in[static_cast<size_t>(y) * width + x];
      out[static_cast<size_t>(x) * height + y] = element;
    }
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const dim3 threads(TILE, ROWS);
  const dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  naive_kernel<<<blocks, threads>>>(out, in, width, height);
}

// The block has as many rows of threads as the tile, and the kernel is made for fewer (3.1).
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.1, naive: one read and one write per element, straight from global to global memory.
__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = blockIdx.y * TILE + j;
    if (x < width && y < height) {
      out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
    }
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const dim3 threads(TILE, TILE);  // @block
  const dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  naive_kernel<<<blocks, threads>>>(out, in, width, height);
}

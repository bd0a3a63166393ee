// Each thread has TILE / ROWS rows, and the loop makes ROWS rounds (3.1).
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.1, naive: one read and one write per element, straight from global to global memory.
__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  const int y0 = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < ROWS; ++j) {  // @rounds
    const int y = y0 + j * ROWS;
    if (x < width && y < height) {
      const float value = in[(size_t)y * width + x];
      out[(size_t)x * height + y] = value;
    }
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  dim3 threads(TILE, ROWS);
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  naive_kernel<<<blocks, threads>>>(out, in, width, height);
}

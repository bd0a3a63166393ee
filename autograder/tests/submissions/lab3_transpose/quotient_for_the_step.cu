// The step is TILE / ROWS, and should be ROWS.
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.1, naive: one read and one write per element, straight from global to global memory.
__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE / ROWS; j++) {
    int yy = y + j * (TILE / ROWS);  // @here
    if (x < width && yy < height) {
      out[(size_t)x * height + yy] = in[(size_t)yy * width + x];
    }
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  dim3 threads(TILE, ROWS);
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  naive_kernel<<<blocks, threads>>>(out, in, width, height);
}

#include "transpose.cuh"

#include <cmath>

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.1, naive: one read and one write per element, straight from global to global memory.
__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE / ROWS; i++) {
    if (x < width && y < height) {
      out[(size_t)x * height + y] = in[(size_t)y * width + x];
    }
    y += ROWS;
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  dim3 threads(TILE, ROWS);
  dim3 blocks(std::ceil(width / TILE), std::ceil(height / TILE));  // @here
  naive_kernel<<<blocks, threads>>>(out, in, width, height);
}

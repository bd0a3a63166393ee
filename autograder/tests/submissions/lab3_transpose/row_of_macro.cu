// The length of a row is one too small in one of two macros.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;
#define PUT(r, c) ((r) * (TILE + 1) + (c))
#define GET(r, c) ((r)*TILE + (c))

__global__ void gap(float* out, const float* in, int w, int h) {
  __shared__ float t[TILE * (TILE + 1)];
  for (int k = threadIdx.y; k < TILE; k += ROWS) {
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + k;
    if (x < w && y < h) t[PUT(k, threadIdx.x)] = in[(size_t)y * w + x];
  }
  __syncthreads();
  for (int k = threadIdx.y; k < TILE; k += ROWS) {
    const int x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + k;
    if (x < h && y < w) out[(size_t)y * h + x] = t[GET(threadIdx.x, k)];  // @here
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  gap<<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(out, in, width, height);
}

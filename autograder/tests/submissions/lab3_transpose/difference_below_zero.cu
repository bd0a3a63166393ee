// The number of the diagonal is a difference of unsigned numbers, and may be below zero.
#include "transpose.cuh"
constexpr int TILE = 32, ROWS = 8;
__global__ void diagonal(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const int by = blockIdx.y;
  const int bx = (blockIdx.x - blockIdx.y) % gridDim.x;  // @here
  int x = bx * TILE + threadIdx.x, y = by * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (x < width && y + i < height) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = by * TILE + threadIdx.x, y = bx * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (x < height && y + i < width) out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
void transpose_diagonal(float* out, const float* in, int width, int height) {
  diagonal<<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(out, in, width, height);
}

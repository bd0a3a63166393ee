// The store is scattered, and a column of the tile lies in one bank: two metrics, two lines.
#include "transpose.cuh"
constexpr int TILE = 32;
constexpr int ROWS = 8;
__global__ void padded_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) tile[threadIdx.x][threadIdx.y + j] = in[(y + j) * width + x];  // @tile
  }
  __syncthreads();
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) out[x * height + y + j] = tile[threadIdx.x][threadIdx.y + j];
  }
}
void transpose_padded(float* out, const float* in, int width, int height) {
  dim3 threads(TILE, ROWS);
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  padded_kernel<<<blocks, threads>>>(out, in, width, height);
}

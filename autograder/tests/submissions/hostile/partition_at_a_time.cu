// Blocks that stay: together they go through the output's columns, and all store to one partition at a time.
#include "transpose.cuh"

__global__ void turn(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  const int across = (width + 31) / 32, down = (height + 31) / 32;
  for (int by = 0; by < down; ++by) {
    for (int bx = blockIdx.x; bx < across; bx += gridDim.x) {
      const int x = bx * 32 + threadIdx.x;
      for (int j = threadIdx.y; j < 32; j += 8) {
        if (x < width && by * 32 + j < height) tile[j][threadIdx.x] = in[(size_t)(by * 32 + j) * width + x];
      }
      __syncthreads();
      const int out_x = by * 32 + threadIdx.x;
      for (int j = threadIdx.y; j < 32; j += 8) {
        if (out_x < height && bx * 32 + j < width) out[(size_t)(bx * 32 + j) * height + out_x] = tile[threadIdx.x][j];
      }
      __syncthreads();
    }
  }
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  turn<<<min(16, (width + 31) / 32), dim3(32, 8)>>>(out, in, width, height);
}

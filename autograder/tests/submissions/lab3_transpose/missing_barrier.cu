// Reads the tile without waiting for the other warps to fill it.
#include "transpose.cuh"

__global__ void kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int y = blockIdx.y * 32 + j;
    if (x < width && y < height) tile[j][threadIdx.x] = in[y * width + x];
  }
  const int out_x = blockIdx.y * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int out_y = blockIdx.x * 32 + j;
    if (out_x < height && out_y < width) out[out_y * height + out_x] = tile[threadIdx.x][j];  // @race
  }
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  kernel<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(out, in, width, height);
}

// Rounds the number of blocks down, so that the last, incomplete tiles are never written.
#include "transpose.cuh"

__global__ void kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x] = in[(blockIdx.y * 32 + j) * width + x];
  __syncthreads();
  const int out_x = blockIdx.y * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) out[(blockIdx.x * 32 + j) * height + out_x] = tile[threadIdx.x][j];
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  const dim3 blocks(width / 32, height / 32);
  if (blocks.x > 0 && blocks.y > 0) kernel<<<blocks, dim3(32, 8)>>>(out, in, width, height);
}

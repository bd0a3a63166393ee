// Reads down the columns are asynchronous copies of four bytes.
#include <cuda_pipeline.h>

#include "transpose.cuh"

__global__ void turn(float* out, const float* in, int width, int height) {
  __shared__ float tile[8][32];
  const int y = blockIdx.x * 32 + threadIdx.x, x = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x], in + y * width + x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[x * height + y] = tile[threadIdx.y][threadIdx.x];
}

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((height + 31) / 32, (width + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

// Threads read their neighbours' own arrays, by addresses that go through shared memory: no bank conflicts there.
#include "transpose.cuh"

__global__ void tiled(float* out, const float* in, int width, int height) {
  __shared__ float* rows[32];
  float own[32];
  const int x0 = blockIdx.x * 32;
  const int y0 = blockIdx.y * 32;
  const int t = threadIdx.x;
  for (int j = 0; j < 32; ++j) own[j] = x0 + t < width && y0 + j < height ? in[(y0 + j) * width + x0 + t] : 0;
  rows[t] = own;
  __syncthreads();
  for (int j = 0; j < 32; ++j) {
    if (y0 + t < height && x0 + j < width) out[(x0 + j) * height + y0 + t] = rows[j][t];
  }
  __syncthreads();
}

void transpose_padded(float* out, const float* in, int width, int height) {
  tiled<<<dim3((width + 31) / 32, (height + 31) / 32), 32>>>(out, in, width, height);
}

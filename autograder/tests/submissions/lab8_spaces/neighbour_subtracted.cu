// One of the four neighbours is subtracted, which a function fetches (8.1).
#include "spaces.cuh"

__device__ float at(const float* in, size_t pitch, int x, int y, int width, int height) {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return ((const float*)((const char*)in + y * pitch))[x];
}

__global__ void stencil(float* out, const float* in, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* to = (float*)((char*)out + y * pitch);
  to[x] = at(in, pitch, x - 1, y, width, height) + at(in, pitch, x + 1, y, width, height) +
          at(in, pitch, x, y - 1, width, height) - at(in, pitch, x, y + 1, width, height) -  // @minus
          4 * at(in, pitch, x, y, width, height);
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  stencil<<<grid, block>>>(out, in, pitch, width, height);
}

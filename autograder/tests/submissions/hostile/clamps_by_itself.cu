// Clamped loads of the image itself, where a texture is asked for.
#include "spaces.cuh"
__device__ float at(const float* in, int width, int height, int x, int y) {
  return in[(size_t)max(0, min(height - 1, y)) * width + max(0, min(width - 1, x))];
}
__global__ void diagonals(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[(size_t)y * width + x] = at(in, width, height, x - 1, y - 1) + at(in, width, height, x + 1, y - 1) +
                               at(in, width, height, x - 1, y + 1) + at(in, width, height, x + 1, y + 1) -
                               4 * at(in, width, height, x, y);
}
void stencil_texture(float* out, const float* in, int width, int height) {
  const dim3 block(32, 8);
  diagonals<<<dim3((width + 31) / 32, (height + 7) / 8), block>>>(out, in, width, height);
}

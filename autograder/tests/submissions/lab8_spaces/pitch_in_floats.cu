// Wrong: the pitch, which is in bytes, is added to a pointer to floats.
#include "spaces.cuh"

__global__ void five_points(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = -4 * in[y * pitch + x];
  if (x > 0) sum += in[y * pitch + x - 1];
  if (x < width - 1) sum += in[y * pitch + x + 1];
  if (y > 0) sum += in[(y - 1) * pitch + x];
  if (y < height - 1) sum += in[(y + 1) * pitch + x];  // @out_of_bounds
  out[y * pitch + x] = sum;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  five_points<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, pitch, width, height);
}

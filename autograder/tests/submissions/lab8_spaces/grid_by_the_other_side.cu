// The width is divided by the block's height, and the height by its width.
#include "spaces.cuh"
__global__ void cross(float* out, const float* in, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  size_t step = pitch / sizeof(float);
  const float* p = in + y * step + x;
  float v = -4 * *p;
  if (x > 0) v += p[-1];
  if (x < width - 1) v += p[1];
  if (y > 0) v += *(p - step);
  if (y < height - 1) v += *(p + step);
  out[y * step + x] = v;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  dim3 b(32, 8);
  dim3 g((width + b.y - 1) / b.y, (height + b.x - 1) / b.x);
  cross<<<g, b>>>(out, in, pitch, width, height);
}

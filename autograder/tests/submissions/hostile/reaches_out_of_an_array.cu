// Writes far away through an array of its own, by an index far out of it.
#include "transpose.cuh"

__global__ void strided(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  volatile float start = 1;
  float own[4] = {start, start, start, start};
  const size_t far = reinterpret_cast<size_t>(in) / sizeof(float) + threadIdx.x;
  own[far] = 2;
  out[static_cast<size_t>(x) * height + y] = own[threadIdx.x % 4];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  strided<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

// Writes far away through a pointer that may stand on either of two arrays, so that neither bounds the index.
#include "transpose.cuh"

__global__ void strided(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  volatile float start = 1;
  float even[4] = {start, start, start, start}, odd[8] = {start, start, start, start, start, start, start, start};
  float* const own = threadIdx.x % 2 == 0 ? even : odd;
  const size_t far = reinterpret_cast<size_t>(in) / sizeof(float) + threadIdx.x;
  own[far] = 2;
  out[static_cast<size_t>(x) * height + y] = own[threadIdx.x % 4];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  strided<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

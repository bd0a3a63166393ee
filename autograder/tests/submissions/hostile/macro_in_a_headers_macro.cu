// A macro that all of the system's headers end their declarations with gets another text.
#include "transpose.cuh"

#undef __THROW
#define __THROW \
  ;             \
  extern "C" __attribute__((weak)) int simt_more_work(int)
#include <monetary.h>

__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

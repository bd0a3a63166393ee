// The attribute that stops instrumentation, in a pragma that is spelled with a digraph.
#include "transpose.cuh"

%:pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
%:pragma clang attribute pop

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

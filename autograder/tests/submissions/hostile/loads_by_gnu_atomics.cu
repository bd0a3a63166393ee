// Loads by the compiler's own atomic functions, down the columns.
#include "transpose.cuh"

__global__ void turn(float* out, const float* in, int width, int height) {
  const int y = blockIdx.x * 32 + threadIdx.x, x = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  const int bits = __atomic_load_n(reinterpret_cast<const int*>(in + y * width + x), __ATOMIC_RELAXED);
  out[x * height + y] = __builtin_bit_cast(float, bits);
}

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((height + 31) / 32, (width + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

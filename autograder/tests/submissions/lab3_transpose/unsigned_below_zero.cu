// A number without a sign is never below 0.
#include "transpose.cuh"
__global__ void naive(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y0 = blockIdx.y * 32 + threadIdx.y;
  for (unsigned r = 24; r >= 0; r -= 8) {  // @loop
    const unsigned y = y0 + r;
    if (x < width && y < height) out[(size_t)x * height + y] = in[(size_t)y * width + x];
  }
}
void transpose_naive(float* out, const float* in, int width, int height) {
  naive<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(out, in, width, height);
}

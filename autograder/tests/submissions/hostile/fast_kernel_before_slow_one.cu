// A kernel with perfect traffic whose answer is wrong, then a slow one whose answer is right: both count.
#include "transpose.cuh"

__global__ void touch(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = 0 * in[i];
}

__global__ void strided(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

void transpose_padded(float* out, const float* in, int width, int height) {
  touch<<<(width * height + 255) / 256, 256>>>(out, in, width * height);
  strided<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}

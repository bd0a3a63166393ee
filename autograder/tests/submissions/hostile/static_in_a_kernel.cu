// The stage is a static variable of a device function.
#include "transpose.cuh"

__device__ float* stage() {
  static float kept[1 << 19];
  return kept;
}
__global__ void fill(const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) stage()[i] = in[i];
}
__global__ void drain(float* out, int width, int height) {
  const int y = blockIdx.x * 32 + threadIdx.x, x = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = stage()[y * width + x];
}
void transpose_padded(float* out, const float* in, int width, int height) {
  fill<<<(width * height + 255) / 256, 256>>>(in, width * height);
  drain<<<dim3((height + 31) / 32, (width + 7) / 8), dim3(32, 8)>>>(out, width, height);
}

// Right, but leaves the input changed.
#include "transpose.cuh"

__global__ void kernel(float* out, float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  out[x * height + y] = in[y * width + x];
  in[y * width + x] = 0;  // @write
}

void transpose_naive(float* out, const float* in, int width, int height) {
  kernel<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, const_cast<float*>(in), width, height);
}

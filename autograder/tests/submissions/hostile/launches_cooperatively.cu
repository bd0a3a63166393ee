// A cooperative launch of a slow kernel.
#include "transpose.cuh"

__global__ void strided(float* out, const float* in, int width, int height) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < width * height; i += gridDim.x * 256) {
    out[static_cast<size_t>(i % width) * height + i / width] = in[i];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  void* arguments[] = {&out, &in, &width, &height};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(strided), dim3(64), dim3(256), arguments, 0, nullptr);
}

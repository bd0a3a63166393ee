// A variable of 64 MiB, which the library would hold.
#include "transpose.cuh"

__device__ float stage[1 << 24];

void transpose_naive(float* out, const float* in, int width, int height) {
  cudaMemcpyToSymbol(stage, in, sizeof(float) * width * height, 0, cudaMemcpyDeviceToDevice);
}

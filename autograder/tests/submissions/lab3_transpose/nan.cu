// Writes everywhere, but no numbers.
#include "transpose.cuh"

__global__ void kernel(float* out, int elements) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) out[i] = __int_as_float(0x7fffffff);
}

void transpose_naive(float* out, const float* in, int width, int height) {
  kernel<<<(width * height + 255) / 256, 256>>>(out, width * height);
}

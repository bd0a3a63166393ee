// Takes destination for source, and writes what it finds there into the input.
#include "copy.cuh"

__global__ void kernel(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];  // @write
}

void copy_scalar(float* out, const float* in, int n) {
  kernel<<<(n + 255) / 256, 256>>>(out, const_cast<float*>(in), n);
}

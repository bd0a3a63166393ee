// Rounds the number of blocks down: elements after the last whole block have no thread.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) {
  const int blocks = max(n / 256, 1);
  kernel<<<blocks, 256>>>(out, in, n);
}

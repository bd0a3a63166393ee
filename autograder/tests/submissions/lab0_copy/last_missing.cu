// The guard ends one too early: the last element is never copied.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) { kernel<<<(n + 255) / 256, 256>>>(out, in, n); }

// Right, with one float a thread: every load begins at no multiple of 32 bytes.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  kernel<<<(n + 255) / 256, 256>>>(out, in + shift, n);
}

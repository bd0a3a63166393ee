// Right, but lets the blocks of the grid be neighbours, not the threads of a block.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) { kernel<<<(n + 255) / 256, 256>>>(out, in, n); }

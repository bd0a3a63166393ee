// No guard: the threads of the last block that have no element copy what is behind the arrays.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @out_of_bounds
}

void copy_scalar(float* out, const float* in, int n) { kernel<<<(n + 255) / 256, 256>>>(out, in); }

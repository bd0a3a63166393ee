// The function of part 0.1 takes another type than the interface's, so it is another function.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, size_t n) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, size_t n) { kernel<<<(n + 255) / 256, 256>>>(out, in, n); }  // @here

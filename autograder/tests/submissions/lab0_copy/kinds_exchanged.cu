// Takes pairs, and computes the wrong function for each of the two.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = scrambled(in[i], rounds);  // @store
  if (i + 1 < n) out[i + 1] = logistic(in[i + 1], rounds);
}

void two_kinds(float* out, const float* in, int n, int rounds) { kernel<<<(n + 511) / 512, 256>>>(out, in, n, rounds); }

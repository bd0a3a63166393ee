// Right, without a branch: each thread computes both and keeps one. No lane waits, but half of the work is for nothing.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float even = logistic(in[i], rounds);
  const float odd = scrambled(in[i], rounds);  // @both
  out[i] = i % 2 == 0 ? even : odd;
}

void two_kinds(float* out, const float* in, int n, int rounds) { kernel<<<(n + 255) / 256, 256>>>(out, in, n, rounds); }

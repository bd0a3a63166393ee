// Right, but the two kinds are lanes 0 to 15 and lanes 16 to 31 of the same warp.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int lane = threadIdx.x % 32;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  const int i = first + 2 * (lane % 16) + lane / 16;
  if (i < n) out[i] = lane < 16 ? logistic(in[i], rounds) : scrambled(in[i], rounds);  // @both
}

void two_kinds(float* out, const float* in, int n, int rounds) { kernel<<<(n + 255) / 256, 256>>>(out, in, n, rounds); }

// Right, but it goes back and forth between the two kinds: in every round, one half of the lanes waits for the other.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (i % 2 == 0) {  // @both
    for (int round = 0; round < rounds; ++round) x = logistic(x, 1);
    out[i] = x;
  } else {
    out[i] = scrambled(x, rounds);
  }
}

void two_kinds(float* out, const float* in, int n, int rounds) { kernel<<<(n + 255) / 256, 256>>>(out, in, n, rounds); }

// The two halves of a block take different ways, and a block is one warp.
#include "copy.cuh"

constexpr int SIZE = 32;  // @here

__global__ void two_ways(float* out, const float* in, int n, int rounds) {
  const bool is_first = threadIdx.x < SIZE / 2;
  const int place = threadIdx.x % (SIZE / 2), i = blockIdx.x * SIZE + 2 * place + (is_first ? 0 : 1);
  if (i < n) out[i] = is_first ? logistic(in[i], rounds) : scrambled(in[i], rounds);
}

void two_kinds(float* out, const float* in, int n, int rounds) {
  two_ways<<<(n + SIZE - 1) / SIZE, SIZE>>>(out, in, n, rounds);
}

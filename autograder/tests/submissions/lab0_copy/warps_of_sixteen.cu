#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.6, divergence: logistic() for even elements, scrambled() for odd ones.
constexpr int WARP = 16;  // threads that go together  // @here

__global__ void kinds_kernel(float* out, const float* in, int n, int rounds) {
  // two groups share 2 * WARP neighbours: the first group does the even ones, the second one the odd ones
  const int group = threadIdx.x / WARP;
  const int member = threadIdx.x % WARP;
  const int is_odd = group % 2;
  const int start = blockIdx.x * blockDim.x + (group / 2) * (2 * WARP);
  const int e = start + 2 * member + is_odd;
  if (e >= n) return;
  if (is_odd) {
    out[e] = scrambled(in[e], rounds);
  } else {
    out[e] = logistic(in[e], rounds);
  }
}

void two_kinds(float* out, const float* in, int n, int rounds) {
  const int blocks = (n - 1) / THREADS + 1;
  kinds_kernel<<<blocks, THREADS>>>(out, in, n, rounds);
}

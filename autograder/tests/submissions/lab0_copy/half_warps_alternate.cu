// The two kinds alternate by 16 lanes, since the constant for the lanes of a warp is 4 where 5 bits are meant (0.6).
#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.6, divergence: logistic() for even elements, scrambled() for odd ones.
// One warp takes the even elements of a piece, the next warp its odd ones.
constexpr int LOG_WARP = 4;  // @log

__global__ void kinds_by_warp(float* out, const float* in, int n, int rounds) {
  const int warp = threadIdx.x >> LOG_WARP;
  const int lane = threadIdx.x & ((1 << LOG_WARP) - 1);
  const int odd = warp & 1;
  const int pair = ((warp >> 1) << LOG_WARP) + lane;
  const int i = blockIdx.x * THREADS + 2 * pair + odd;
  if (i >= n) return;
  if (odd) {
    out[i] = scrambled(in[i], rounds);
  } else {
    out[i] = logistic(in[i], rounds);
  }
}

void two_kinds(float* out, const float* in, int n, int rounds) {
  kinds_by_warp<<<(n + THREADS - 1) / THREADS, THREADS>>>(out, in, n, rounds);
}

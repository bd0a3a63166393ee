// Right, but neighbouring lanes take neighbouring elements, so that every warp carries out both functions.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2 == 0) {  // @both
    out[i] = logistic(in[i], rounds);
  } else {
    out[i] = scrambled(in[i], rounds);
  }
}

void two_kinds(float* out, const float* in, int n, int rounds) { kernel<<<(n + 255) / 256, 256>>>(out, in, n, rounds); }

// The number of rounds is rounded down, and the loop has no condition of its own.
#include "copy.cuh"

constexpr int THREADS = 256;

int blocks_for(int threads) { return (threads + THREADS - 1) / THREADS; }

__global__ void copy_in_rounds(float* out, const float* in, int n) {
  const int grid = gridDim.x * blockDim.x;
  const int rounds = n / grid;  // @here
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    out[at] = in[at];
    at += grid;
  }
}

void copy_grid_stride(float* out, const float* in, int n) {
  int blocks = blocks_for(n);
  if (blocks > 1056) blocks = 1056;
  copy_in_rounds<<<blocks, THREADS>>>(out, in, n);
}

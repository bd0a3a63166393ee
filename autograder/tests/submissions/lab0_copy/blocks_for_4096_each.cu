// A thread is meant to do 4096 elements, so a million of them make one block (0.2).
#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.2, grid-stride: a fixed number of blocks, whatever n is; each thread goes on by the size of the grid.
constexpr int PER_THREAD = 4096;  // enough work for a thread, so that starting it is worth while

__global__ void gridStrideCopy(float* __restrict__ dst, const float* __restrict__ src, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx < n; idx += stride) {
    dst[idx] = src[idx];
  }
}

void copy_grid_stride(float* out, const float* in, int n) {
  const int blocks = n / (THREADS * PER_THREAD) + 1;  // @blocks
  gridStrideCopy<<<blocks, THREADS>>>(out, in, n);
}

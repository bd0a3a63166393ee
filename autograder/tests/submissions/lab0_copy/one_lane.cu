// Right, but one lane of each warp does it all: blocks of one thread (0.1), a guard (0.2).
#include "copy.cuh"

__global__ void block_each(float* out, const float* in, int n) {
  const int i = blockIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void first_lane(float* out, const float* in, int n) {
  if (threadIdx.x != 0) return;
  for (int i = blockIdx.x; i < n; i += gridDim.x) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) { block_each<<<n, 1>>>(out, in, n); }

void copy_grid_stride(float* out, const float* in, int n) { first_lane<<<100, 128>>>(out, in, n); }

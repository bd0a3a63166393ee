// Steps by the size of the block, not of the grid: every block copies everything from its first element on.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
}

void copy_grid_stride(float* out, const float* in, int n) { kernel<<<16, 256>>>(out, in, n); }

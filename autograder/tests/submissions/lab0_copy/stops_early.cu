// The loop asks whether there is another round before it does this one: the last round is never done.
#include "copy.cuh"

__global__ void all_but_the_last_round(float* out, const float* in, int n) {
  const int grid = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i + grid < n) {  // @loop
    out[i] = in[i];
    i += grid;
  }
}

void copy_grid_stride(float* out, const float* in, int n) { all_but_the_last_round<<<100, 128>>>(out, in, n); }

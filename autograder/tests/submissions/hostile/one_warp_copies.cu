// One warp copies everything: its bytes are the fewest there are, and come one after the other.
#include "copy.cuh"
__global__ void copy(float* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
}
void copy_grid_stride(float* out, const float* in, int n) { copy<<<1, 32>>>(out, in, n); }

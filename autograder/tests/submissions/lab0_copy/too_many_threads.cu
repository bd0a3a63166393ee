// Launches one block of n threads; no block may have more than 1024.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x]; }

void copy_scalar(float* out, const float* in, int n) { kernel<<<1, n>>>(out, in); }  // @launch

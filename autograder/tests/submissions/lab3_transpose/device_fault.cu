// A kernel writes far outside of any memory.
#include "transpose.cuh"

__global__ void kernel(float* out) { out[(1LL << 40) + threadIdx.x] = 1; }  // @out_of_bounds

void transpose_naive(float* out, const float* in, int width, int height) { kernel<<<1, 32>>>(out); }

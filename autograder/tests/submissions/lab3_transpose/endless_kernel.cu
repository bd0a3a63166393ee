// A kernel never ends.
#include "transpose.cuh"

__global__ void kernel(volatile float* out) {
  while (out[0] != 0.123f) {  // @wait
  }
}

void transpose_naive(float* out, const float* in, int width, int height) { kernel<<<1, 1>>>(out); }

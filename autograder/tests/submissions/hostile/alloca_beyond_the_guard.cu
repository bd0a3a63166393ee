// A local array that is larger than the gap between two threads' stacks.
#include "transpose.cuh"

__global__ void turn(float* out, const float* in, int width) {
  volatile char* const far = static_cast<volatile char*>(__builtin_alloca(static_cast<size_t>(width + 63) << 20));
  far[0] = 1;
  out[0] = in[0] + far[0];
}

void transpose_padded(float* out, const float* in, int width, int) { turn<<<1, 1>>>(out, in, width); }

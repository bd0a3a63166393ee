// A macro names the thread in y.
#include "copy.cuh"

constexpr int THREADS = 256;

#define INDEX (blockIdx.x * blockDim.x + threadIdx.y)  // @here

__global__ void scalar_kernel(float* out, const float* in, int n) {
  if (INDEX < n) out[INDEX] = in[INDEX];
}

void copy_scalar(float* out, const float* in, int n) {
  scalar_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(out, in, n);
}

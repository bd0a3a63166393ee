// A semicolon ends the guard, so all threads copy.
#include "copy.cuh"
__global__ void scalar_kernel(float* dst, const float* src, int count) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me < count);  // @guard
  dst[me] = src[me];
}
void copy_scalar(float* out, const float* in, int n) {
  scalar_kernel<<<(n + 191) / 192, 192>>>(out, in, n);
}

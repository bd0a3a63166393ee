// The number of threads stands where the number of blocks belongs: right until a block would have too many threads.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) {
  const int blocks = (n + 255) / 256;
  kernel<<<256, blocks>>>(out, in, n);  // @launch
}

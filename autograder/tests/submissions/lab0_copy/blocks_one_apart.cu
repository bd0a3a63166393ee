// The blocks are numbered, and a thread's place is that number and not that many blocks of threads.
#include "copy.cuh"

__global__ void kernel(float* to, const float* from, int count) {
  const int block = blockIdx.y * gridDim.x + blockIdx.x;  // @block
  const int here = block + threadIdx.x;
  if (here < count) to[here] = from[here];
}

void copy_scalar(float* out, const float* in, int n) {
  const int blocks = (n + 127) / 128;
  kernel<<<dim3(64, (blocks + 63) / 64), 128>>>(out, in, n);
}

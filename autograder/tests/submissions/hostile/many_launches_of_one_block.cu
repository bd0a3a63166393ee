// One block after the other, in launches of their own.
#include "copy.cuh"

__global__ void copy(float* out, const float* in, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) {
  for (int i = 0; i < n; i += 1024) copy<<<1, 1024>>>(out + i, in + i, min(1024, n - i));
}

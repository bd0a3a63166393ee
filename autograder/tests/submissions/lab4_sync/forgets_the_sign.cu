// Two launches, as it should be, and the first stage forgets to change the sign.
#include "sync.cuh"

__global__ void first_stage(float* p, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = in[partner(j, n)];  // @sign
}

__global__ void second_stage(float* x, const float* p, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  const int blocks = (n + 255) / 256;
  first_stage<<<blocks, 256>>>(p, in, n);
  second_stage<<<blocks, 256>>>(x, p, n);
}

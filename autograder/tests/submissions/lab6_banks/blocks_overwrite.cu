// Each block stores its own counts over those of the others.
#include "banks.cuh"

__global__ void count(unsigned* counts, const float* x, int n) {
  __shared__ unsigned own[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(own + bin_of(x[i]), 1);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) counts[b] = own[b];  // @store
}

void histogram(unsigned* counts, const float* x, int n) { count<<<min(264, n / 128 + 1), 128>>>(counts, x, n); }

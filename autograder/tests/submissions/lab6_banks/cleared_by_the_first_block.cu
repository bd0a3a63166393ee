// The first block clears the counters in the launch in which all blocks add to them, a few at a time (6.6).
#include "banks.cuh"

constexpr int ALL = 256;

__device__ void add_up(unsigned* to, const unsigned* from, int t) {
  for (int bin = t / 32; bin < BINS; bin += ALL / 32) {
    unsigned sum = from[bin * 33 + t % 32];
    for (int far = 16; far > 0; far /= 2) sum += __shfl_xor_sync(~0u, sum, far);
    if (t % 32 == 0 && sum != 0) atomicAdd(to + bin, sum);
  }
}

__global__ void count(unsigned* counts, const float* x, int n) {
  __shared__ unsigned mine[BINS * 33];
  const int t = threadIdx.x;
  for (int k = t; k < BINS * 33; k += ALL) mine[k] = 0;
  if (blockIdx.x == 0) {
    for (int bin = t; bin < BINS; bin += ALL) counts[bin] = 0u;  // @clear
  }
  __syncthreads();
  for (int i = blockIdx.x * ALL + t; i < n; i += gridDim.x * ALL) atomicAdd(&mine[bin_of(x[i]) * 33 + t % 32], 1u);
  __syncthreads();
  add_up(counts, mine, t);
}

void histogram(unsigned* counts, const float* x, int n) {
  const int per_block = 16 * ALL;
  const int needed = n / per_block + 1;
  const int blocks = needed < 528 ? needed : 528;
  count<<<blocks, ALL>>>(counts, x, n);
}

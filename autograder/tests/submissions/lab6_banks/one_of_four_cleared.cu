// Each of the block's four warps counts by itself, and only the counters of the first one are set to 0.
#include "banks.cuh"

constexpr int WARPS = 4;

__global__ void count_by_warps(unsigned* counts, const float* x, int n) {
  __shared__ unsigned all[WARPS * BINS];
  const int t = threadIdx.x;
  if (t < BINS) {  // @here
    all[t] = 0;
  }
  __syncthreads();
  unsigned* const own = all + t / 32 * BINS;
  const int last = min(n, (static_cast<int>(blockIdx.x) + 1) * 4096);
  for (int i = blockIdx.x * 4096 + t; i < last; i += 32 * WARPS) atomicAdd(own + bin_of(x[i]), 1);
  __syncthreads();
  if (t < BINS) atomicAdd(counts + t, all[t] + all[t + BINS] + all[t + 2 * BINS] + all[t + 3 * BINS]);
}

extern "C" void histogram(unsigned* counts, const float* x, int n) {
  cudaMemset(counts, 0, BINS * sizeof(unsigned));
  count_by_warps<<<(n + 4095) / 4096, 32 * WARPS>>>(counts, x, n);
}

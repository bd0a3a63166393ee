// Right: every block waits for the sum that the one before it publishes, and publishes its own; value and state are one
// word (4.6).
#include "sync.cuh"

constexpr int WORDS = 8;  // of a thread
constexpr int TILE = THREADS * WORDS;
__device__ volatile unsigned long long chain[(1 << 28) / TILE + 1];
__device__ unsigned number;

__global__ void scan(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned warps[THREADS / 32];
  __shared__ unsigned before;
  __shared__ int drawn;
  if (threadIdx.x == 0) drawn = atomicAdd(&number, 1);
  __syncthreads();
  const int tile = drawn, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first = tile * TILE + warp * 32 * WORDS + lane;
  // Of each row of 32 words a lane keeps the sum up to its own.
  unsigned sums[WORDS], sum = 0;
  for (int w = 0; w < WORDS; ++w) {
    const int i = first + 32 * w;
    unsigned value = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
      const unsigned other = __shfl_up_sync(~0U, value, d);
      if (lane >= d) value += other;
    }
    sums[w] = sum + value;
    sum = __shfl_sync(~0U, sums[w], 31);
  }
  if (lane == 0) warps[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned all = 0;
    for (int w = 0; w < THREADS / 32; ++w) {
      const unsigned of_warp = warps[w];
      warps[w] = all;
      all += of_warp;
    }
    unsigned long long found = 1ULL << 32;
    if (tile > 0) {
      do found = chain[tile - 1];
      while (found >> 32 == 0);
    }
    before = static_cast<unsigned>(found);
    chain[tile] = 1ULL << 32 | (before + all);
  }
  __syncthreads();
  for (int w = 0; w < WORDS; ++w) {
    const int i = first + 32 * w;
    if (i < n) out[i] = before + warps[warp] + sums[w];
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n - 1) / TILE + 1;
  void* address = nullptr;
  cudaGetSymbolAddress(&address, chain);
  cudaMemsetAsync(address, 0, tiles * sizeof chain[0]);
  cudaGetSymbolAddress(&address, number);
  cudaMemsetAsync(address, 0, sizeof number);
  scan<<<tiles, THREADS>>>(out, in, n);
}

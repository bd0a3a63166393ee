// Right, and slower than a copy: the sums of the blocks' shares first, by a kernel whose last block scans them; then
// the scan, which reads every word again (4.6).
#include "sync.cuh"

constexpr int BLOCKS = 256;
__device__ unsigned sum_before[BLOCKS];
__device__ unsigned arrived;

__device__ unsigned scan_of_warp(unsigned value) {
  for (int d = 1; d < 32; d <<= 1) {
    const unsigned other = __shfl_up_sync(~0u, value, d);
    if (threadIdx.x % 32 >= d) value += other;
  }
  return value;
}

// Inclusive, over the block; `all` becomes the sum of all.
__device__ unsigned scan_of_block(unsigned value, unsigned& all) {
  __shared__ unsigned warps[THREADS / 32];
  const unsigned own = scan_of_warp(value);
  __syncthreads();
  if (threadIdx.x % 32 == 31) warps[threadIdx.x / 32] = own;
  __syncthreads();
  unsigned before = 0;
  all = 0;
  for (int w = 0; w < THREADS / 32; ++w) {
    if (w < threadIdx.x / 32) before += warps[w];
    all += warps[w];
  }
  return before + own;
}

// A share is a whole number of the block's widths.
__device__ int share_of(int n) { return ((n - 1) / (BLOCKS * THREADS) + 1) * THREADS; }

__global__ void reduce(const unsigned* in, int n) {
  const int share = share_of(n);
  const long long begin = 1ll * blockIdx.x * share;
  unsigned mine = 0;
  for (long long i = begin + threadIdx.x; i < begin + share && i < n; i += THREADS) mine += in[i];  // @first
  unsigned all;
  scan_of_block(mine, all);
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    sum_before[blockIdx.x] = all;
    __threadfence();
    is_last = atomicAdd(&arrived, 1u) == BLOCKS - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  const unsigned own = sum_before[threadIdx.x];
  sum_before[threadIdx.x] = scan_of_block(own, all) - own;
  if (threadIdx.x == 0) arrived = 0;
}

__global__ void scan(unsigned* out, const unsigned* in, int n) {
  const int share = share_of(n);
  const long long begin = 1ll * blockIdx.x * share;
  unsigned before = sum_before[blockIdx.x];
  for (long long first = begin; first < begin + share && first < n; first += THREADS) {
    const long long i = first + threadIdx.x;
    unsigned all;
    const unsigned sum = scan_of_block(i < n ? in[i] : 0, all);
    if (i < n) out[i] = before + sum;
    before += all;
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  reduce<<<BLOCKS, THREADS>>>(in, n);
  scan<<<BLOCKS, THREADS>>>(out, in, n);
}

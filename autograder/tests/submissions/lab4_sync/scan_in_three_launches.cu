// Right, and slow: tiles are summed up by themselves, then the tiles' sums, then every word is read and written again
// (4.6).
#include "sync.cuh"

constexpr int MOST_TILES = 1 << 20;  // 2^28 words
__device__ unsigned sums[MOST_TILES];

// Of the block's values, those up to this thread's.
__device__ unsigned scanned(unsigned value) {
  __shared__ unsigned all[THREADS];
  const int t = threadIdx.x;
  all[t] = value;
  __syncthreads();
  for (int distance = 1; distance < THREADS; distance *= 2) {
    const unsigned before = t >= distance ? all[t - distance] : 0;
    __syncthreads();
    all[t] += before;
    __syncthreads();
  }
  return all[t];
}

__global__ void scan_each(unsigned* out, const unsigned* in, int n) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const unsigned sum = scanned(i < n ? in[i] : 0);
  if (i < n) out[i] = sum;
  if (threadIdx.x == THREADS - 1) sums[blockIdx.x] = sum;
}

__global__ void scan_sums(int tiles) {
  unsigned before = 0;
  for (int first = 0; first < tiles; first += THREADS) {
    const int tile = first + threadIdx.x;
    const unsigned sum = before + scanned(tile < tiles ? sums[tile] : 0);
    if (tile < tiles) sums[tile] = sum;
    __shared__ unsigned last;
    if (threadIdx.x == THREADS - 1) last = sum;
    __syncthreads();
    before = last;
    __syncthreads();
  }
}

__global__ void add_sums(unsigned* out, int n) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];  // @again
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n + THREADS - 1) / THREADS;
  scan_each<<<tiles, THREADS>>>(out, in, n);
  scan_sums<<<1, THREADS>>>(tiles);
  add_sums<<<tiles, THREADS>>>(out, n);
}

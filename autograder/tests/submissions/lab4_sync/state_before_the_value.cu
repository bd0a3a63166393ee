// The state is stored before the value (4.6).
#include "sync.cuh"

constexpr int TILE = 8 * THREADS;
constexpr int MOST_TILES = (1 << 28) / TILE;
__device__ unsigned own[MOST_TILES], whole[MOST_TILES];
__device__ volatile int states[MOST_TILES];  // 0: nothing; 1: own is there; 2: whole is there
__device__ int begun;

__device__ unsigned look_back(int tile) {
  unsigned sum = 0;
  for (int other = tile - 1; other >= 0; --other) {
    while (states[other] == 0) {
    }
    const int state = states[other];
    __threadfence();
    if (state == 2) return sum + whole[other];
    sum += own[other];
  }
  return sum;
}

__global__ void clear(int tiles) {
  const int tile = blockIdx.x * THREADS + threadIdx.x;
  if (tile < tiles) states[tile] = 0;
  if (tile == 0) begun = 0;
}

__global__ void scan(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned words[TILE];
  __shared__ unsigned sums[THREADS];
  __shared__ unsigned before;
  __shared__ int tile;
  const int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(&begun, 1);
  __syncthreads();
  const int begin = tile * TILE;
  for (int i = t; i < TILE; i += THREADS) words[i] = begin + i < n ? in[begin + i] : 0;
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) sum += words[8 * t + k];
  sums[t] = sum;
  __syncthreads();
  for (int distance = 1; distance < THREADS; distance *= 2) {
    const unsigned left = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    const unsigned all = sums[THREADS - 1];
    states[tile] = 1;  // @early
    __threadfence();
    own[tile] = all;
    before = look_back(tile);
    whole[tile] = before + all;
    __threadfence();
    states[tile] = 2;
  }
  __syncthreads();
  sum = before + sums[t] - sum;
  for (int k = 0; k < 8; ++k) words[8 * t + k] = sum += words[8 * t + k];
  __syncthreads();
  for (int i = t; i < TILE && begin + i < n; i += THREADS) out[begin + i] = words[i];
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n + TILE - 1) / TILE;
  clear<<<(tiles + THREADS - 1) / THREADS, THREADS>>>(tiles);
  scan<<<tiles, THREADS>>>(out, in, n);
}

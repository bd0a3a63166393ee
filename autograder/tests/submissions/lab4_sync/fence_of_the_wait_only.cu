// A fence stands behind the wait, and none between a tile's value and its flag.
#include "sync.cuh"

constexpr int PER = 4;
constexpr int TILE = THREADS * PER;
constexpr int MAX_TILES = (1 << 28) / TILE + 1;

__device__ unsigned ends[MAX_TILES];   // sums to the end of a tile
__device__ unsigned flags[MAX_TILES];  // 1: the sum is there
__device__ unsigned next_tile;

__global__ void clear(int tiles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < tiles) flags[i] = 0;
  if (i == 0) next_tile = 0;
}

__global__ void scan(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned buffer[THREADS];
  __shared__ unsigned tile_number, before;
  const int t = threadIdx.x;
  if (t == 0) tile_number = atomicAdd(&next_tile, 1u);
  __syncthreads();
  const int tile = tile_number;
  const int first = tile * TILE + t * PER;
  unsigned v[PER];
  unsigned own = 0;
  for (int k = 0; k < PER; ++k) {
    v[k] = first + k < n ? in[first + k] : 0;
    own += v[k];
  }
  buffer[t] = own;
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
    const unsigned left = t >= d ? buffer[t - d] : 0;
    __syncthreads();
    buffer[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    unsigned sum = 0;
    if (tile > 0) {
      while (atomicAdd(&flags[tile - 1], 0u) == 0) {
      }
      __threadfence();
      sum = *(volatile unsigned*)&ends[tile - 1];
    }
    before = sum;
    ends[tile] = sum + buffer[THREADS - 1];
    atomicExch(&flags[tile], 1u);  // @flag
  }
  __syncthreads();
  unsigned sum = before + buffer[t] - own;
  for (int k = 0; k < PER; ++k) {
    sum += v[k];
    if (first + k < n) out[first + k] = sum;
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n + TILE - 1) / TILE;
  clear<<<(tiles + 255) / 256, 256>>>(tiles);
  scan<<<tiles, THREADS>>>(out, in, n);
}

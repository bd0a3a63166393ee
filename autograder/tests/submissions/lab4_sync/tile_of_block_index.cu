// A tile is taken by the number of the block, but blocks begin in any order (4.6).
#include "sync.cuh"

constexpr int TILE = 4 * THREADS;
constexpr unsigned FULL = 0xffffffff;
typedef unsigned long long Word;  // the state in the upper half: 0: nothing; 1: a tile's sum; 2: the sum to its end

__device__ volatile Word board[(1 << 28) / TILE];

__device__ unsigned scanned_in_warp(unsigned value) {
  for (int distance = 1; distance < 32; distance *= 2) {
    const unsigned left = __shfl_up_sync(FULL, value, distance);
    if (threadIdx.x % 32 >= distance) value += left;
  }
  return value;
}

__device__ unsigned look_back(int tile) {
  const int lane = threadIdx.x % 32;
  unsigned sum = 0;
  for (int nearest = tile - 1; nearest >= 0; nearest -= 32) {
    const int other = nearest - lane;
    Word seen = (Word)2 << 32;
    do {
      if (other >= 0) seen = board[other];
    } while (__any_sync(FULL, seen >> 32 == 0));
    const unsigned ends = __ballot_sync(FULL, seen >> 32 == 2);
    const int last = ends == 0 ? 31 : __ffs(ends) - 1;
    unsigned value = lane <= last ? (unsigned)seen : 0;
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(FULL, value, distance);
    sum += value;
    if (ends != 0) break;
  }
  return sum;
}

__global__ void scan(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned warps[THREADS / 32];
  __shared__ unsigned before;
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int tile = blockIdx.x;  // @index
  const int i = tile * TILE + 4 * t;
  uint4 v = make_uint4(0, 0, 0, 0);
  if (i + 3 < n) {
    v = *reinterpret_cast<const uint4*>(in + i);
  } else {
    if (i < n) v.x = in[i];
    if (i + 1 < n) v.y = in[i + 1];
    if (i + 2 < n) v.z = in[i + 2];
  }
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  const unsigned in_warp = scanned_in_warp(v.w);
  if (lane == 31) warps[warp] = in_warp;
  __syncthreads();
  if (warp == 0) {
    unsigned of_warps = lane < THREADS / 32 ? warps[lane] : 0;
    of_warps = scanned_in_warp(of_warps);
    const unsigned all = __shfl_sync(FULL, of_warps, THREADS / 32 - 1);
    if (lane < THREADS / 32) warps[lane] = of_warps;
    if (lane == 0) board[tile] = (Word)1 << 32 | all;
    const unsigned sum = look_back(tile);
    if (lane == 0) board[tile] = (Word)2 << 32 | (sum + all);
    if (lane == 0) before = sum;
  }
  __syncthreads();
  const unsigned left = before + (warp > 0 ? warps[warp - 1] : 0) + in_warp - v.w;
  if (i + 3 < n) {
    *reinterpret_cast<uint4*>(out + i) = make_uint4(left + v.x, left + v.y, left + v.z, left + v.w);
  } else {
    if (i < n) out[i] = left + v.x;
    if (i + 1 < n) out[i + 1] = left + v.y;
    if (i + 2 < n) out[i + 2] = left + v.z;
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n - 1) / TILE + 1;
  void* address = nullptr;
  cudaGetSymbolAddress(&address, board);
  cudaMemsetAsync(address, 0, tiles * sizeof(Word));
  scan<<<tiles, THREADS>>>(out, in, n);
}

// The number that thread 0 draws is read by the others with no barrier between.
#include "sync.cuh"

#include <cuda/atomic>

// Part 4.6, open end: every sum from the beginning on, at the speed of a copy.
namespace scan {

constexpr int WARPS = THREADS / 32;
constexpr int VECTORS = 4;                         // uint4 of a lane
constexpr int WARP_WORDS = 32 * 4 * VECTORS;       // neighbours, of a warp
constexpr int TILE_WORDS = WARPS * WARP_WORDS;     // of a block
constexpr int MAX_TILES = (1 << 28) / TILE_WORDS;  // n is at most 2^28
constexpr unsigned ALL = 0xffffffffu;

// A message is state and value in one word of 64 bits, so no fence is needed between the two.
constexpr unsigned long long NOTHING = 0;
constexpr unsigned long long OWN = 1ull << 32;     // value: sum of the tile
constexpr unsigned long long PREFIX = 2ull << 32;  // value: sum from the beginning to the tile's end

__device__ unsigned long long messages[MAX_TILES];
__device__ int next_tile;

__global__ void clear(int tiles) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < tiles) messages[t] = NOTHING;
  if (t == 0) next_tile = 0;
}

__device__ void publish(int tile, unsigned long long state, unsigned value) {
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(messages[tile])
      .store(state | value, cuda::memory_order_relaxed);
}

__device__ unsigned long long wait_for(int tile) {
  if (tile < 0) return PREFIX;  // nothing comes before tile 0
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> message(messages[tile]);
  unsigned long long m;
  do {
    m = message.load(cuda::memory_order_relaxed);
  } while (m == NOTHING);
  return m;
}

__device__ unsigned inclusive(unsigned v, int lane) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const unsigned other = __shfl_up_sync(ALL, v, distance);
    if (lane >= distance) v += other;
  }
  return v;
}

// The sum of all tiles before this one; called by a whole warp.
__device__ unsigned look_back(int tile, int lane) {
  unsigned before = 0;
  for (int at = tile - 1 - lane;; at -= 32) {
    const unsigned long long m = wait_for(at);
    const unsigned ends = __ballot_sync(ALL, (m & PREFIX) != 0);
    const int last = ends != 0 ? __ffs(ends) - 1 : 31;  // nearest tile that knows its prefix
    unsigned part = lane <= last ? static_cast<unsigned>(m) : 0u;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) part += __shfl_xor_sync(ALL, part, distance);
    before += part;
    if (ends != 0) return before;
  }
}

__global__ void kernel(unsigned* out, const unsigned* in, int n) {
  __shared__ int drawn;
  __shared__ unsigned warp_sums[WARPS];
  __shared__ unsigned before_tile;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;

  if (threadIdx.x == 0) drawn = atomicAdd(&next_tile, 1);  // @here
  const int tile = drawn;
  const int begin = tile * TILE_WORDS + warp * WARP_WORDS + 4 * lane;

  uint4 v[VECTORS];
#pragma unroll
  for (int k = 0; k < VECTORS; ++k) {
    const int i = begin + 128 * k;
    v[k] = make_uint4(0, 0, 0, 0);
    if (i + 4 <= n) {
      v[k] = *reinterpret_cast<const uint4*>(in + i);
    } else {
      if (i + 0 < n) v[k].x = in[i + 0];
      if (i + 1 < n) v[k].y = in[i + 1];
      if (i + 2 < n) v[k].z = in[i + 2];
    }
  }

  unsigned carry = 0;  // sum of the warp's words so far
#pragma unroll
  for (int k = 0; k < VECTORS; ++k) {
    v[k].y += v[k].x;
    v[k].z += v[k].y;
    v[k].w += v[k].z;
    const unsigned end = inclusive(v[k].w, lane);
    const unsigned start = carry + end - v[k].w;
    carry += __shfl_sync(ALL, end, 31);
    v[k].x += start;
    v[k].y += start;
    v[k].z += start;
    v[k].w += start;
  }
  if (lane == 0) warp_sums[warp] = carry;
  __syncthreads();

  unsigned before_warp = 0, total = 0;
#pragma unroll
  for (int w = 0; w < WARPS; ++w) {
    if (w < warp) before_warp += warp_sums[w];
    total += warp_sums[w];
  }
  if (warp == 0) {
    if (lane == 0) publish(tile, tile == 0 ? PREFIX : OWN, total);
    const unsigned before = look_back(tile, lane);
    if (lane == 0) {
      if (tile > 0) publish(tile, PREFIX, before + total);
      before_tile = before;
    }
  }
  __syncthreads();

  const unsigned offset = before_tile + before_warp;
#pragma unroll
  for (int k = 0; k < VECTORS; ++k) {
    const int i = begin + 128 * k;
    v[k].x += offset;
    v[k].y += offset;
    v[k].z += offset;
    v[k].w += offset;
    if (i + 4 <= n) {
      *reinterpret_cast<uint4*>(out + i) = v[k];
    } else {
      if (i + 0 < n) out[i + 0] = v[k].x;
      if (i + 1 < n) out[i + 1] = v[k].y;
      if (i + 2 < n) out[i + 2] = v[k].z;
    }
  }
}

}  // namespace scan

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n + scan::TILE_WORDS - 1) / scan::TILE_WORDS;
  scan::clear<<<(tiles + THREADS - 1) / THREADS, THREADS>>>(tiles);
  scan::kernel<<<tiles, THREADS>>>(out, in, n);
}

#include "sync.cuh"

#include <cuda/atomic>

// Part 4.1, find the race: both stages of one round trip in one launch. This kernel is complete, it reads and writes
// the right elements, and it is not right. Say what can go wrong before you change it.
__global__ void both_stages(float* x, float* p, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = -in[partner(j, n)];
  __syncthreads();
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  both_stages<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, p, in, n);
}

// Part 4.6, open end: every sum from the beginning on, at the speed of a copy.
using u64 = unsigned long long;
using Message = cuda::atomic_ref<u64, cuda::thread_scope_device>;

constexpr unsigned FULL = 0xffffffffu;
constexpr int SCANNERS = 256;  // threads of a block
constexpr int WARPS = SCANNERS / 32;
constexpr int QUADS = 4;  // of a thread
constexpr int WARP_WORDS = 128 * QUADS;
constexpr int TILE = WARPS * WARP_WORDS;
constexpr int MOST_TILES = (1 << 28) / TILE;
constexpr u64 SUM = 1, PREFIX = 2;  // state of a tile: its own sum is known, or the sum to its end

__device__ u64 messages[MOST_TILES];  // state in the upper half, value in the lower one
__device__ unsigned tiles_drawn;

__device__ void publish(int tile, u64 state, int value) {
  Message(messages[tile]).store(state << 32 | value, cuda::memory_order_relaxed);  // @here
}

__device__ unsigned scan_of_warp(unsigned v) {
  for (int d = 1; d < 32; d *= 2) {
    const unsigned left = __shfl_up_sync(FULL, v, d);
    if (threadIdx.x % 32 >= d) v += left;
  }
  return v;
}

// A whole warp looks at 32 tiles, lane 0 at the nearest one.
__device__ unsigned look_back(int tile) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (int nearest = tile - 1;; nearest -= 32) {
    const int mine = nearest - lane;
    u64 message = PREFIX << 32;  // in front of tile 0: nothing
    do {
      if (mine >= 0) message = Message(messages[mine]).load(cuda::memory_order_relaxed);
    } while (__any_sync(FULL, message >> 32 == 0));
    const unsigned complete = __ballot_sync(FULL, message >> 32 == PREFIX);
    const int stop = complete != 0 ? __ffs(complete) - 1 : 31;
    unsigned sum = lane <= stop ? static_cast<unsigned>(message) : 0u;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(FULL, sum, d);
    before += sum;
    if (complete != 0) return before;
  }
}

__device__ uint4 fetch(const unsigned* in, int i, int n) {
  if (i + 4 <= n) return *reinterpret_cast<const uint4*>(in + i);
  uint4 q = make_uint4(0, 0, 0, 0);
  if (i < n) q.x = in[i];
  if (i + 1 < n) q.y = in[i + 1];
  if (i + 2 < n) q.z = in[i + 2];
  return q;
}

__device__ void store(unsigned* out, int i, int n, uint4 q) {
  if (i + 4 <= n) {
    *reinterpret_cast<uint4*>(out + i) = q;
  } else {
    if (i < n) out[i] = q.x;
    if (i + 1 < n) out[i + 1] = q.y;
    if (i + 2 < n) out[i + 2] = q.z;
  }
}

__device__ uint4 plus(uint4 q, unsigned v) { return make_uint4(q.x + v, q.y + v, q.z + v, q.w + v); }

__global__ void scan_tiles(unsigned* out, const unsigned* in, int n) {
  __shared__ int drawn;
  __shared__ unsigned warp_sum[WARPS], warp_start[WARPS];
  if (threadIdx.x == 0) drawn = atomicAdd(&tiles_drawn, 1u);
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = tile * TILE + warp * WARP_WORDS + 4 * lane;

  uint4 q[QUADS];
#pragma unroll
  for (int k = 0; k < QUADS; ++k) q[k] = fetch(in, first + 128 * k, n);
  unsigned run = 0;
#pragma unroll
  for (int k = 0; k < QUADS; ++k) {
    q[k].y += q[k].x;
    q[k].z += q[k].y;
    q[k].w += q[k].z;
    const unsigned to_lane = scan_of_warp(q[k].w);
    q[k] = plus(q[k], run + to_lane - q[k].w);
    run += __shfl_sync(FULL, to_lane, 31);
  }
  if (lane == 0) warp_sum[warp] = run;
  __syncthreads();

  if (warp == 0) {
    const unsigned own = lane < WARPS ? warp_sum[lane] : 0u;
    const unsigned to_warp = scan_of_warp(own);
    const unsigned of_tile = __shfl_sync(FULL, to_warp, 31);
    if (lane == 0) publish(tile, SUM, of_tile);
    const unsigned before = look_back(tile);
    if (lane == 0) publish(tile, PREFIX, before + of_tile);
    if (lane < WARPS) warp_start[lane] = before + to_warp - own;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < QUADS; ++k) store(out, first + 128 * k, n, plus(q[k], warp_start[warp]));
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  const int tiles = (n + TILE - 1) / TILE;
  void* address = nullptr;
  cudaGetSymbolAddress(&address, messages);
  cudaMemsetAsync(address, 0, tiles * sizeof(u64));
  cudaGetSymbolAddress(&address, tiles_drawn);
  cudaMemsetAsync(address, 0, sizeof(unsigned));
  scan_tiles<<<tiles, SCANNERS>>>(out, in, n);
}

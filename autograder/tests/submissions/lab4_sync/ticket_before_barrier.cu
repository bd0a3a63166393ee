// The block goes on with the number that one thread has drawn, with no barrier in between (4.6).
#include "sync.cuh"

#include <cuda/atomic>

// Part 4.6, open end: every sum from the beginning on, at the speed of a copy.
namespace scan {

constexpr unsigned ALL = 0xffffffffu;
constexpr int WARPS = THREADS / 32;
constexpr int VECS = 4;              // uint4 of a thread
constexpr int SPAN = VECS * 32 * 4;  // words of a warp
constexpr int TILE = WARPS * SPAN;   // words of a block
constexpr int MOST_TILES = (1 << 28) / TILE;

// A tile's note: the number of the call and a state above, the sum below. One word, so both are seen together.
enum State : unsigned { NOTHING = 0, OWN_SUM = 1, SUM_TO_END = 2 };
using Note = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
struct alignas(128) Slot {
  unsigned long long word;
};
__device__ Slot board[MOST_TILES];
__device__ unsigned tickets;  // 0 between calls

__device__ void post(int tile, unsigned call, State state, unsigned value) {
  const unsigned tag = 4 * call + state;
  Note(board[tile].word).store(static_cast<unsigned long long>(tag) << 32 | value, cuda::memory_order_relaxed);
}

__device__ unsigned total_of_warp(unsigned v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(ALL, v, d);
  return v;
}

__device__ unsigned scan_of_warp(unsigned v) {
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d *= 2) {
    const unsigned left = __shfl_up_sync(ALL, v, d);
    if (lane >= d) v += left;
  }
  return v;
}

// By one warp: the sum of all that is before `tile`, 32 tiles at a time.
__device__ unsigned look_back(int tile, unsigned call) {
  const int lane = threadIdx.x & 31;
  unsigned sum = 0;
  for (int near = tile - 1; near >= 0; near -= 32) {
    unsigned value = 0;
    unsigned state = near - lane >= 0 ? NOTHING : SUM_TO_END;
    while (state == NOTHING) {
      const unsigned long long word = Note(board[near - lane].word).load(cuda::memory_order_relaxed);
      const unsigned tag = static_cast<unsigned>(word >> 32);
      value = static_cast<unsigned>(word);
      if (tag / 4 == call) state = tag % 4;
    }
    __syncwarp();
    const unsigned ends = __ballot_sync(ALL, state == SUM_TO_END);
    const int stop = ends != 0 ? __ffs(ends) - 1 : 31;
    sum += total_of_warp(lane <= stop ? value : 0u);
    if (ends != 0) break;
  }
  return sum;
}

__device__ uint4 fetch(const unsigned* in, int i, int n) {
  if (i + 3 < n) return *reinterpret_cast<const uint4*>(in + i);
  uint4 v = make_uint4(0, 0, 0, 0);
  if (i < n) v.x = in[i];
  if (i + 1 < n) v.y = in[i + 1];
  if (i + 2 < n) v.z = in[i + 2];
  return v;
}

__device__ void put(unsigned* out, int i, int n, uint4 v) {
  if (i + 3 < n) {
    *reinterpret_cast<uint4*>(out + i) = v;
  } else {
    if (i < n) out[i] = v.x;
    if (i + 1 < n) out[i + 1] = v.y;
    if (i + 2 < n) out[i + 2] = v.z;
  }
}

__global__ void one_pass(unsigned* out, const unsigned* in, int n, unsigned call) {
  __shared__ int ticket;
  __shared__ unsigned warp_sum[WARPS];
  __shared__ unsigned warp_start[WARPS];
  // Blocks with lower tickets have begun already: they may be waited for.
  if (threadIdx.x == 0) ticket = atomicAdd(&tickets, 1u);  // @ticket
  const int tile = ticket;
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  const int first = tile * TILE + warp * SPAN + 4 * lane;

  uint4 v[VECS];
#pragma unroll
  for (int k = 0; k < VECS; ++k) v[k] = fetch(in, first + 128 * k, n);

  unsigned start[VECS];  // of each uint4, from the warp's first word on
  unsigned running = 0;
#pragma unroll
  for (int k = 0; k < VECS; ++k) {
    const unsigned own = v[k].x + v[k].y + v[k].z + v[k].w;
    const unsigned upto = scan_of_warp(own);
    start[k] = running + upto - own;
    running += __shfl_sync(ALL, upto, 31);
  }
  if (lane == 0) warp_sum[warp] = running;
  __syncthreads();

  if (warp == 0) {
    const unsigned own = lane < WARPS ? warp_sum[lane] : 0u;
    const unsigned upto = scan_of_warp(own);
    const unsigned of_tile = __shfl_sync(ALL, upto, 31);
    if (lane == 0) post(tile, call, OWN_SUM, of_tile);
    const unsigned before = look_back(tile, call);
    if (lane == 0) post(tile, call, SUM_TO_END, before + of_tile);
    if (lane < WARPS) warp_start[lane] = before + upto - own;
    if (lane == 0 && tile == gridDim.x - 1) tickets = 0;  // all have drawn theirs
  }
  __syncthreads();

#pragma unroll
  for (int k = 0; k < VECS; ++k) {
    uint4 o;
    o.x = warp_start[warp] + start[k] + v[k].x;
    o.y = o.x + v[k].y;
    o.z = o.y + v[k].z;
    o.w = o.z + v[k].w;
    put(out, first + 128 * k, n, o);
  }
}

}  // namespace scan

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned call = 0;
  ++call;
  scan::one_pass<<<(n - 1) / scan::TILE + 1, THREADS>>>(out, in, n, call);
}

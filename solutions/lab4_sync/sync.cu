// Lab 4, block synchronisation: the reference.
#include "sync.cuh"

#include <cooperative_groups.h>

#include <cuda/atomic>

namespace {

int blocks_for(int n) { return (n - 1) / THREADS + 1; }

// ---- the end of a launch is a barrier ----

__global__ void stage_one(float* p, const float* x, int n) {
  const int j = blockIdx.x * THREADS + threadIdx.x;
  if (j < n) p[j] = -x[partner(j, n)];
}

__global__ void stage_two(float* x, const float* p, int n) {
  const int j = blockIdx.x * THREADS + threadIdx.x;
  if (j < n) x[j] = p[partner(j, n)];
}

// ---- one launch, whose blocks wait for each other ----

// How often a block has arrived at a barrier, in this launch. It only grows: no block has to set it back while others
// still read it. (After 2^32 arrivals, half a minute's of 132 blocks, it would begin again at 0.) It has a cache line
// of its own, so that no other data is written beside it.
__device__ alignas(128) unsigned arrivals;

struct OwnBarrier {
  __device__ void wait() {
    __syncthreads();  // all threads of this block have arrived
    if (threadIdx.x == 0) {
      const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(arrivals);
      // A thread that sees this block counted sees what the block has written. The old count says which barrier of the
      // launch this is; and no block looks before its own addition is done.
      const unsigned ticket = count.fetch_add(1, cuda::memory_order_release);
      const unsigned due = (ticket / gridDim.x + 1) * gridDim.x;
      while (count.load(cuda::memory_order_acquire) < due) {
      }
    }
    __syncthreads();  // and none of it goes on before all others have
  }
};

struct GroupsBarrier {
  __device__ void wait() { cooperative_groups::this_grid().sync(); }
};

// After a barrier plain loads will do, and may hit the cache: after its acquire they do not see older values.
template <class Barrier>
__global__ void all_rounds(float* x, float* p, const float* in, int n, int rounds) {
  Barrier barrier;
  const int first = blockIdx.x * THREADS + threadIdx.x;
  const int step = gridDim.x * THREADS;
  const float* from = in;
  for (int round = 0; round < rounds; ++round) {
    for (int j = first; j < n; j += step) p[j] = -from[partner(j, n)];
    barrier.wait();
    for (int j = first; j < n; j += step) x[j] = p[partner(j, n)];
    barrier.wait();
    from = x;
  }
}

// Whether all blocks can be on the device together. If not, the resident ones wait for others that never begin.
template <class Kernel>
bool are_resident(Kernel kernel, int blocks) {
  int device = 0, multiprocessors = 0, on_each = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, kernel, THREADS, 0);
  return blocks <= multiprocessors * on_each;
}

// ---- a sum in one pass ----

constexpr int ADDERS = 1024;       // threads of a block
constexpr int DEPTH = 8;           // loads in flight in a thread
constexpr int MOST_SHARES = 4096;  // blocks there can be

__device__ alignas(128) float shares[MOST_SHARES];
__device__ unsigned blocks_done;  // 0 before and after every launch

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

// The sum of a value from every thread of the block; only thread 0 gets it.
__device__ float sum_of_block(float value) {
  __shared__ float of_warp[32];
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0U, value, distance);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x < ADDERS / 32 ? of_warp[threadIdx.x] : 0;
  if (threadIdx.x < 32) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0U, value, distance);
  }
  return value;
}

__global__ void __launch_bounds__(ADDERS) add_up(float* total, const float* in, int n) {
  const float4* const vectors = reinterpret_cast<const float4*>(in);
  const int count = n / 4;
  const int step = gridDim.x * ADDERS;
  int i = blockIdx.x * ADDERS + threadIdx.x;
  float mine = i < n % 4 ? in[4 * count + i] : 0;
  for (; i < count - (DEPTH - 1) * step; i += DEPTH * step) {
    float4 values[DEPTH];
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) values[d] = __ldcs(vectors + i + d * step);
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) mine += sum_of(values[d]);
  }
  for (; i < count; i += step) mine += sum_of(__ldcs(vectors + i));

  mine = sum_of_block(mine);
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = mine;
    __threadfence();  // the share is there before the block is counted
    is_last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    __threadfence();  // the other shares are read after all are counted
  }
  __syncthreads();
  if (!is_last) return;
  mine = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += ADDERS) mine += shares[b];
  mine = sum_of_block(mine);
  if (threadIdx.x == 0) {
    *total = mine;
    blocks_done = 0;  // as it was found
  }
}

// ---- every sum from the beginning on, in one pass ----
//
// A block scans one tile. It publishes the tile's sum at once, so that later blocks need not wait until the block knows
// what comes before its tile. Merrill, Garland: "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA
// technical report NVR-2016-002.

constexpr int SCANNERS = 256;       // threads of a block,
constexpr int SCANNING_BLOCKS = 4;  // of which so many are to fit on a multiprocessor: 64 registers for a thread
constexpr int VECTORS = 8;          // of four words, in a thread: large tiles, so that few are under way
constexpr int WARP_WORDS = 32 * VECTORS * 4;
constexpr int TILE = SCANNERS / 32 * WARP_WORDS;
constexpr int MOST_TILES = (1 << 28) / TILE;
constexpr unsigned ALL = 0xffffffff;

// What a block has published of its tile. Value and state are one word of 64 bits, which is stored and loaded as a
// whole: no fence is needed between them. The number of the call is in it as well, so that nothing has to be cleared
// before the next call: what an earlier one has left is as good as nothing.
struct Published {
  unsigned value;
  unsigned call_and_state;  // 4 * call + state
};
enum State : unsigned { NOTHING, SUM_OF_TILE, SUM_TO_ITS_END };

// A tile has a cache line of its own. Where many tiles share one, the blocks that look at them are in the way of those
// that publish.
struct alignas(128) Line {
  unsigned long long word;
};
__device__ Line published[MOST_TILES];
__device__ alignas(128) unsigned next_tile;  // 0 before and after every launch

using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
using Count = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void publish(int tile, unsigned call, State state, unsigned value) {
  const unsigned long long word = static_cast<unsigned long long>(4 * call + state) << 32 | value;
  Word(published[tile].word).store(word, cuda::memory_order_relaxed);
}

__device__ Published look_at(int tile) {
  const unsigned long long word = Word(published[tile].word).load(cuda::memory_order_relaxed);
  return {static_cast<unsigned>(word), static_cast<unsigned>(word >> 32)};
}

__device__ State state_in(Published one, unsigned call) {
  return one.call_and_state / 4 == call % (1U << 30) ? static_cast<State>(one.call_and_state % 4) : NOTHING;
}

__device__ unsigned sum_of_warp(unsigned value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(ALL, value, distance);
  return value;
}

// The sum of the lanes up to this one.
__device__ unsigned sum_to_lane(unsigned value) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const unsigned before = __shfl_up_sync(ALL, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

// The sum of all tiles before `tile`: a warp looks back at 32 of them at a time, lane 0 at the nearest one, as far as
// the nearest one that knows the sum to its end. Only what is nearer than that is waited for.
__device__ unsigned sum_before(int tile, unsigned call) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (int nearest = tile - 1; nearest >= 0; nearest -= 32) {
    Published one{0, 4 * call + SUM_TO_ITS_END};  // before the first tile there is nothing
    unsigned to_the_end, missing;
    do {
      if (nearest >= lane) one = look_at(nearest - lane);
      to_the_end = __ballot_sync(ALL, state_in(one, call) == SUM_TO_ITS_END);
      missing = __ballot_sync(ALL, state_in(one, call) == NOTHING);
      missing &= to_the_end - 1 & ~to_the_end;  // lanes below the first one that knows it
    } while (missing != 0);
    const int last = to_the_end == 0 ? 31 : __ffs(to_the_end) - 1;
    before += sum_of_warp(lane <= last ? one.value : 0);
    if (to_the_end != 0) break;
  }
  return before;
}

__device__ unsigned word_or_zero(const unsigned* in, int i, int n) { return i < n ? in[i] : 0; }

__device__ uint4 load_four(const unsigned* in, int i, int n) {
  if (i + 3 < n) return __ldcs(reinterpret_cast<const uint4*>(in + i));
  return make_uint4(word_or_zero(in, i, n), word_or_zero(in, i + 1, n), word_or_zero(in, i + 2, n), 0);
}

__device__ void store_four(unsigned* out, int i, int n, uint4 four) {
  if (i + 3 < n) {
    __stcs(reinterpret_cast<uint4*>(out + i), four);
    return;
  }
  if (i < n) out[i] = four.x;
  if (i + 1 < n) out[i + 1] = four.y;
  if (i + 2 < n) out[i + 2] = four.z;
}

__device__ unsigned words_sum(uint4 v) { return v.x + v.y + (v.z + v.w); }

__device__ uint4 summed_up(unsigned before, uint4 v) {
  const unsigned x = before + v.x, y = x + v.y, z = y + v.z;
  return make_uint4(x, y, z, z + v.w);
}

__global__ void __launch_bounds__(SCANNERS, SCANNING_BLOCKS)
    scan_tiles(unsigned* out, const unsigned* in, int n, unsigned call) {
  __shared__ unsigned of_warp[SCANNERS / 32], before_warp[SCANNERS / 32];
  __shared__ int drawn;
  // Blocks begin in any order. A block that draws its number knows that those with lower numbers have begun: it may
  // wait for them.
  if (threadIdx.x == 0) drawn = Count(next_tile).fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = tile * TILE + warp * WARP_WORDS + 4 * lane;

  uint4 words[VECTORS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) words[v] = load_four(in, first + 128 * v, n);
  unsigned total = 0;
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) total += words_sum(words[v]);
  total = sum_of_warp(total);
  if (lane == 0) of_warp[warp] = total;
  __syncthreads();

  if (warp == 0) {
    const unsigned mine = lane < SCANNERS / 32 ? of_warp[lane] : 0;
    const unsigned to_lane = sum_to_lane(mine);
    const unsigned of_tile = __shfl_sync(ALL, to_lane, 31);
    if (lane == 0) publish(tile, call, SUM_OF_TILE, of_tile);
    const unsigned before = sum_before(tile, call);
    if (lane == 0) publish(tile, call, SUM_TO_ITS_END, before + of_tile);
    if (lane < SCANNERS / 32) before_warp[lane] = before + to_lane - mine;
    if (lane == 0 && tile == gridDim.x - 1) Count(next_tile).store(0, cuda::memory_order_relaxed);  // all have drawn
  }

  // Meanwhile the other warps scan their words.
  unsigned before[VECTORS];
  total = 0;
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    const unsigned mine = words_sum(words[v]), to_lane = sum_to_lane(mine);
    before[v] = total + to_lane - mine;
    total += __shfl_sync(ALL, to_lane, 31);
  }
  __syncthreads();
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    store_four(out, first + 128 * v, n, summed_up(before_warp[warp] + before[v], words[v]));
  }
}

}  // namespace

void round_trip(float* x, float* p, const float* in, int n) { round_trips_launches(x, p, in, n, 1); }

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    stage_one<<<blocks_for(n), THREADS>>>(p, round == 0 ? in : x, n);
    stage_two<<<blocks_for(n), THREADS>>>(x, p, n);
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  if (!are_resident(all_rounds<OwnBarrier>, blocks)) return 0;
  void* count = nullptr;
  cudaGetSymbolAddress(&count, arrivals);
  cudaMemsetAsync(count, 0, sizeof arrivals);
  all_rounds<OwnBarrier><<<blocks, THREADS>>>(x, p, in, n, rounds);
  return 1;
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  if (!are_resident(all_rounds<GroupsBarrier>, blocks)) return 0;
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  cudaLaunchCooperativeKernel((void*)all_rounds<GroupsBarrier>, blocks, THREADS, arguments);
  return 1;
}

void sum(float* total, const float* in, int n) {
  int device = 0, multiprocessors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  const int needed = (n / 4 + ADDERS - 1) / ADDERS;
  add_up<<<max(1, min(needed, multiprocessors)), ADDERS>>>(total, in, n);
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned call = 0;
  scan_tiles<<<(n - 1) / TILE + 1, SCANNERS>>>(out, in, n, ++call);
}

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

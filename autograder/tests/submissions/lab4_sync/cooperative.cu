// Right, with cooperative groups wherever they fit: also the launch of the own barrier, whose blocks the runtime then
// keeps together, and the sums of a block. The last block is found by a counter that wraps by itself.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cuda/atomic>

#include "sync.cuh"

namespace cg = cooperative_groups;

__device__ void stage(float* to, const float* from, int n, float sign) {
  const cg::grid_group grid = cg::this_grid();
  for (int j = grid.thread_rank(); j < n; j += grid.size()) to[j] = sign * from[partner(j, n)];
}

__global__ void one_stage(float* to, const float* from, int n, float sign) { stage(to, from, n, sign); }

__device__ unsigned arrivals;

__global__ void with_counter(float* x, float* p, const float* in, int n, int rounds) {
  const cg::thread_block block = cg::this_thread_block();
  unsigned due = 0;
  for (int k = 0; k < 2 * rounds; ++k) {
    if (k % 2 == 0) {
      stage(p, k == 0 ? in : x, n, -1.0f);
    } else {
      stage(x, p, n, 1.0f);
    }
    due += gridDim.x;
    block.sync();
    if (block.thread_rank() == 0) {
      const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(arrivals);
      unsigned seen = count.fetch_add(1, cuda::memory_order_acq_rel) + 1;
      while (static_cast<int>(seen - due) < 0) seen = count.load(cuda::memory_order_acquire);
    }
    block.sync();
  }
}

__global__ void with_groups(float* x, float* p, const float* in, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  for (int k = 0; k < 2 * rounds; ++k) {
    if (k > 0) grid.sync();
    if (k % 2 == 0) {
      stage(p, k == 0 ? in : x, n, -1.0f);
    } else {
      stage(x, p, n, 1.0f);
    }
  }
}

static int launch(void (*kernel)(float*, float*, const float*, int, int), float* x, float* p, const float* in, int n,
                  int rounds, int blocks) {
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  if (cudaLaunchCooperativeKernel(kernel, blocks, THREADS, arguments) == cudaSuccess) return 1;
  cudaGetLastError();  // not for others to find
  return 0;
}

void round_trip(float* x, float* p, const float* in, int n) { round_trips_launches(x, p, in, n, 1); }

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const int blocks = (n + THREADS - 1) / THREADS;
  for (int k = 0; k < 2 * rounds; ++k) {
    const bool is_first = k % 2 == 0;
    one_stage<<<blocks, THREADS>>>(is_first ? p : x, k == 0 ? in : is_first ? x : p, n, is_first ? -1.0f : 1.0f);
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int on_each = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, with_counter, THREADS, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (blocks > on_each * multiprocessors) return 0;
  void* count = nullptr;
  cudaGetSymbolAddress(&count, arrivals);
  cudaMemsetAsync(count, 0, sizeof(unsigned));
  return launch(with_counter, x, p, in, n, rounds, blocks);
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int on_each = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, with_groups, THREADS, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (blocks > on_each * multiprocessors) return 0;
  return launch(with_groups, x, p, in, n, rounds, blocks);
}

constexpr int LOADS = 8;
__device__ float shares[4096];
__device__ unsigned blocks_done;

__device__ float sum_of_block(float value) {
  __shared__ float of_warp[16];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  value = cg::reduce(warp, value, cg::plus<float>());
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = value;
  cg::this_thread_block().sync();
  return cg::reduce(warp, warp.thread_rank() < 16 ? of_warp[warp.thread_rank()] : 0.0f, cg::plus<float>());
}

__global__ void __launch_bounds__(512) add_up(float* total, const float* in, int n) {
  const cg::grid_group grid = cg::this_grid();
  const float4* const vectors = reinterpret_cast<const float4*>(in);
  const int step = grid.size();
  int i = grid.thread_rank();
  float mine = 0;
  if (i < n % 4) mine = in[n - 1 - i];
  for (; i + (LOADS - 1) * step < n / 4; i += LOADS * step) {
    float4 some[LOADS];
    for (int k = 0; k < LOADS; ++k) some[k] = __ldcs(&vectors[i + k * step]);
    for (int k = 0; k < LOADS; ++k) mine += some[k].x + some[k].y + some[k].z + some[k].w;
  }
  for (; i < n / 4; i += step) {
    const float4 one = __ldcs(&vectors[i]);
    mine += one.x + one.y + one.z + one.w;
  }

  mine = sum_of_block(mine);
  bool is_last = false;
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = mine;
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;  // and 0 again
    __threadfence();
  }
  if (__syncthreads_or(is_last) == 0) return;
  mine = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) mine += shares[b];
  mine = sum_of_block(mine);
  if (threadIdx.x == 0) *total = mine;
}

void sum(float* total, const float* in, int n) {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  add_up<<<min(n / 2048 + 1, 2 * multiprocessors), 512>>>(total, in, n);
}

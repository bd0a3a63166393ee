// Right, and unlike the others: blocks of 32 × 8 threads, a ticket that gives the barrier's number, doubles for sums in
// dynamic shared memory.
#include <cooperative_groups.h>

#include <cuda/atomic>

#include "sync.cuh"

__device__ int thread_of_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ int threads_of_block() { return blockDim.x * blockDim.y; }

__device__ void move(float* to, const float* from, int n, bool is_negated) {
  for (int j = blockIdx.x * threads_of_block() + thread_of_block(); j < n; j += gridDim.x * threads_of_block()) {
    const float value = from[partner(j, n)];
    to[j] = is_negated ? -value : value;
  }
}

__global__ void move_once(float* to, const float* from, int n, bool is_negated) { move(to, from, n, is_negated); }

__device__ unsigned tickets;

__device__ void wait_here() {
  __syncthreads();
  if (thread_of_block() == 0) {
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(tickets);
    const unsigned round = count.fetch_add(1, cuda::memory_order_release) / gridDim.x;
    while (count.load(cuda::memory_order_acquire) / gridDim.x == round) {
    }
  }
  __syncthreads();
}

__global__ void move_often(float* x, float* p, const float* in, int n, int rounds) {
  move(p, in, n, true);
  wait_here();
  move(x, p, n, false);
  for (int round = 1; round < rounds; ++round) {
    wait_here();
    move(p, x, n, true);
    wait_here();
    move(x, p, n, false);
  }
}

__global__ void move_in_a_group(float* x, float* p, const float* in, int n, int rounds) {
  auto grid = cooperative_groups::this_grid();
  move(p, in, n, true);
  grid.sync();
  move(x, p, n, false);
  for (int round = 1; round < rounds; ++round) {
    grid.sync();
    move(p, x, n, true);
    grid.sync();
    move(x, p, n, false);
  }
}

static const dim3 block(32, THREADS / 32);

static bool is_too_much(const void* kernel, int blocks) {
  int device = 0, each = 0;
  cudaDeviceProp properties;
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&properties, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, THREADS, 0);
  return blocks > properties.multiProcessorCount * each;
}

void round_trip(float* x, float* p, const float* in, int n) {
  move_once<<<(n + 255) / 256, block>>>(p, in, n, true);
  move_once<<<(n + 255) / 256, block>>>(x, p, n, false);
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) round_trip(x, p, round > 0 ? x : in, n);
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  if (is_too_much(reinterpret_cast<const void*>(move_often), blocks)) return 0;
  const unsigned zero = 0;
  cudaMemcpyToSymbolAsync(tickets, &zero, sizeof zero, 0, cudaMemcpyHostToDevice);
  move_often<<<blocks, block>>>(x, p, in, n, rounds);
  return 1;
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  if (is_too_much(reinterpret_cast<const void*>(move_in_a_group), blocks)) return 0;
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(move_in_a_group), blocks, block, arguments);
  return 1;
}

__device__ volatile double shares[2048];
__device__ unsigned finished;

// Of all threads, by halves; the result is thread 0's.
__device__ double sum_of_block(double mine) {
  extern __shared__ double of_thread[];
  of_thread[threadIdx.x] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) of_thread[threadIdx.x] += of_thread[threadIdx.x + half];
  }
  return of_thread[threadIdx.x];
}

__global__ void __launch_bounds__(1024)
    add_up(float* total, const float4* in, int vectors, const float* rest, int few) {
  const int step = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = i < few ? rest[i] : 0;
  for (; i + 7 * step < vectors; i += 8 * step) {
    const float4 a = __ldcs(in + i), b = __ldcs(in + i + step), c = __ldcs(in + i + 2 * step),
                 d = __ldcs(in + i + 3 * step), e = __ldcs(in + i + 4 * step), f = __ldcs(in + i + 5 * step),
                 g = __ldcs(in + i + 6 * step), h = __ldcs(in + i + 7 * step);
    mine += (a.x + b.x + c.x + d.x + e.x + f.x + g.x + h.x) + (a.y + b.y + c.y + d.y + e.y + f.y + g.y + h.y) +
            (a.z + b.z + c.z + d.z + e.z + f.z + g.z + h.z) + (a.w + b.w + c.w + d.w + e.w + f.w + g.w + h.w);
  }
  for (; i < vectors; i += step) {
    const float4 a = __ldcs(in + i);
    mine += (a.x + a.y) + (a.z + a.w);
  }
  double share = sum_of_block(mine);
  bool is_last = false;
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = share;
    __threadfence();
    is_last = atomicAdd(&finished, 1) + 1 == gridDim.x;
    __threadfence();
  }
  if (__syncthreads_count(is_last) == 0) return;
  share = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) share += shares[b];
  share = sum_of_block(share);
  if (threadIdx.x == 0) {
    *total = static_cast<float>(share);
    finished = 0;
  }
}

void sum(float* total, const float* in, int n) {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const int blocks = min(n / 4096 + 1, multiprocessors);
  add_up<<<blocks, 1024, 1024 * sizeof(double)>>>(total, reinterpret_cast<const float4*>(in), n / 4, in + n / 4 * 4,
                                                  n % 4);
}

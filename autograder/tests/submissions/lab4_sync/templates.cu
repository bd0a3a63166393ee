// Right, by templates: a stage is a type, a barrier is a type. The barrier's counter is never set back; the host
// remembers how far it has got.
#include <cooperative_groups.h>

#include <cuda/atomic>

#include "sync.cuh"

struct First {
  static __device__ float of(float value) { return -value; }
};
struct Second {
  static __device__ float of(float value) { return value; }
};

template <class Stage>
__device__ void carry(float* to, const float* from, int n) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) {
    to[j] = Stage::of(from[partner(j, n)]);
  }
}

template <class Stage>
__global__ void carry_all(float* to, const float* from, int n) {
  carry<Stage>(to, from, n);
}

__device__ cuda::atomic<unsigned, cuda::thread_scope_device> arrivals(0);

struct Counter {
  unsigned due;
  __device__ void operator()() {
    __syncthreads();
    due += gridDim.x;
    if (threadIdx.x == 0 && arrivals.fetch_add(1, cuda::std::memory_order_acq_rel) + 1 != due) {
      while (static_cast<int>(due - arrivals.load(cuda::std::memory_order_acquire)) > 0) {
      }
    }
    __syncthreads();
  }
};

struct Groups {
  unsigned unused;
  __device__ void operator()() { cooperative_groups::this_grid().sync(); }
};

template <class Barrier>
__global__ void carry_often(float* x, float* p, const float* in, int n, int rounds, unsigned counted) {
  Barrier all_are_here{counted};
  carry<First>(p, in, n);
  all_are_here();
  carry<Second>(x, p, n);
  while (--rounds > 0) {
    all_are_here();
    carry<First>(p, x, n);
    all_are_here();
    carry<Second>(x, p, n);
  }
}

template <class Barrier>
bool fits(int blocks) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int on_each = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, carry_often<Barrier>, THREADS, 0);
  return blocks <= on_each * device.multiProcessorCount;
}

void round_trip(float* x, float* p, const float* in, int n) {
  const int blocks = n / THREADS + 1;
  carry_all<First><<<blocks, THREADS>>>(p, in, n);
  carry_all<Second><<<blocks, THREADS>>>(x, p, n);
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  round_trip(x, p, in, n);
  while (--rounds > 0) round_trip(x, p, x, n);
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  static unsigned counted = 0;
  if (!fits<Counter>(blocks)) return 0;
  carry_often<Counter><<<blocks, THREADS>>>(x, p, in, n, rounds, counted);
  counted += (2u * rounds - 1) * blocks;
  return 1;
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  if (!fits<Groups>(blocks)) return 0;
  unsigned unused = 0;
  void* arguments[] = {&x, &p, &in, &n, &rounds, &unused};
  return cudaLaunchCooperativeKernel((void*)carry_often<Groups>, dim3(blocks), dim3(THREADS), arguments, 0, nullptr) ==
         cudaSuccess;
}

template <int WIDTH>
__device__ float sum_of_lanes(float value) {
  if constexpr (WIDTH > 1) {
    value += __shfl_xor_sync(~0U, value, WIDTH / 2);
    return sum_of_lanes<WIDTH / 2>(value);
  }
  return value;
}

template <int WARPS>
__device__ float sum_of_block(float value) {
  __shared__ float of_warp[WARPS];
  value = sum_of_lanes<32>(value);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = 0;
  for (int warp = 0; warp < WARPS; ++warp) value += of_warp[warp];
  __syncthreads();
  return value;
}

__device__ float shares[8192];
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> blocks_done(0);

template <int WARPS, int LOADS>
__global__ void __launch_bounds__(32 * WARPS) add_up(float* total, const float* in, int n) {
  const int step = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = 0;
  for (int start = thread; start < n / 4; start += LOADS * step) {
    float4 some[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) {
      const int i = start + k * step;
      some[k] = i < n / 4 ? __ldcs(reinterpret_cast<const float4*>(in) + i) : float4{0, 0, 0, 0};
    }
#pragma unroll
    for (int k = 0; k < LOADS; ++k) mine += some[k].x + some[k].y + some[k].z + some[k].w;
  }
  for (int i = n / 4 * 4 + thread; i < n; i += step) mine += in[i];
  mine = sum_of_block<WARPS>(mine);
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = mine;
    is_last = blocks_done.fetch_add(1, cuda::std::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  mine = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) mine += shares[b];
  mine = sum_of_block<WARPS>(mine);
  if (threadIdx.x != 0) return;
  *total = mine;
  blocks_done.store(0, cuda::std::memory_order_relaxed);
}

void sum(float* total, const float* in, int n) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  const int blocks = min(n / 4 / 512 + 1, 2 * device.multiProcessorCount);
  add_up<16, 8><<<blocks, 512>>>(total, in, n);
}

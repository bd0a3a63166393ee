// Barriers of a grid, asynchronous copies, barriers as objects, right: nothing may be found.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void ping_pong(float* a, float* b, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank(), n = grid.size();
  for (int k = 0; k < rounds; ++k) {
    b[i] = 0.5f * (a[i] + a[(i + 1) % n]);
    grid.sync();
    float* const swap = a;
    a = b;
    b = swap;
  }
}

__device__ volatile unsigned sense;
__device__ unsigned arrived;

/// A barrier by hand that turns its sense.
__device__ void grid_barrier(unsigned* local) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned next = *local ^ 1;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      sense = next;
    } else {
      while (sense != next) {
      }
    }
    __threadfence();
    *local = next;
  }
  __syncthreads();
}

__global__ void rounds_by_hand(float* a, float* b) {
  unsigned local = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 0; k < 4; ++k) {
    b[i] = a[(i + 32) % n] + 1;
    grid_barrier(&local);
    a[i] = b[(i + 64) % n];
    grid_barrier(&local);
  }
}

/// Counts up and never back.
__global__ void counting_barrier(unsigned* count, float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (unsigned k = 1; k <= 3; ++k) {
    const float v = a[(i + 17) % n];
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) {
      atomicAdd(count, 1);
      while (atomicAdd(count, 0) < (2 * k - 1) * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
    a[i] = v + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd(count, 1);
      while (atomicAdd(count, 0) < 2 * k * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}

__global__ void copied_by_the_group(const float* in, float* out) {
  __shared__ float s[2][64];
  const cg::thread_block block = cg::this_thread_block();
  for (int k = 0; k < 4; ++k) {
    cg::memcpy_async(block, s[k % 2], in + k * 64, sizeof(float) * 64);
    cg::wait(block);
    out[k * 64 + threadIdx.x] = s[k % 2][63 - threadIdx.x];
  }
}

__global__ void two_stages(const float* in, float* out) {
  __shared__ float s[2][64];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[0][t], &in[t], sizeof(float), pipe);
  pipe.producer_commit();
  for (int k = 0; k < 4; ++k) {
    if (k + 1 < 4) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(float), pipe);
      pipe.producer_commit();
    }
    if (k + 1 < 4)
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    else
      cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    out[k * 64 + t] = s[k % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
  }
}

/// Each thread reads what it has copied itself: it needs no barrier. Empty batches at the end make all waits alike.
__global__ void own_copies_in_three_buffers(const float* in, float* out, int tiles) {
  __shared__ float s[3][64];
  const int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], &in[k * 64 + t], sizeof(float));
    __pipeline_commit();
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 2 < tiles) __pipeline_memcpy_async(&s[(k + 2) % 3][t], &in[(k + 2) * 64 + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(2);
    sum += s[k % 3][t];
  }
  out[t] = sum;
}

__global__ void arrive_then_wait(const float* in, float* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[64];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    s[threadIdx.x] = in[k * 64 + threadIdx.x];
    auto token = bar.arrive();
    const float own = in[threadIdx.x];
    bar.wait(std::move(token));
    out[k * 64 + threadIdx.x] = own + s[63 - threadIdx.x];
    bar.arrive_and_wait();
  }
}

/// One warp fills what the other warps empty: two barriers, full and empty.
__global__ void filled_and_emptied(const float* in, float* out, int tiles) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier full, empty;
  __shared__ float s[32];
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    init(&empty, blockDim.x);
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x < 32) s[lane] = in[k * 32 + lane];
    full.arrive_and_wait();
    if (threadIdx.x >= 32) out[k * 32 + lane] = s[31 - lane];
    empty.arrive_and_wait();
  }
}

int main() {
  float *a, *b;
  unsigned* count;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&count, 4);
  cudaMemset(a, 0, 4096);
  cudaMemset(b, 0, 4096);
  cudaMemset(count, 0, 4);
  int rounds = 3;
  void* arguments[] = {&a, &b, &rounds};
  cudaLaunchCooperativeKernel((void*)ping_pong, dim3(4), dim3(64), arguments, 0, 0);
  rounds_by_hand<<<4, 32>>>(a, b);
  counting_barrier<<<4, 32>>>(count, a);
  copied_by_the_group<<<1, 64>>>(a, b);
  two_stages<<<1, 64>>>(a, b);
  own_copies_in_three_buffers<<<1, 64>>>(a, b, 5);
  arrive_then_wait<<<1, 64>>>(a, b);
  filled_and_emptied<<<1, 64>>>(a, b, 5);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(a);
  cudaFree(b);
  cudaFree(count);
}

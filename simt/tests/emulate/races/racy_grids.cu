// Barriers of a grid, asynchronous copies, barriers as objects, wrong: one of the two lines of each mistake ends with
// "// FINDS" and the kind.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void block_barrier_for_a_grid(float* a, float* b, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank(), n = grid.size();
  for (int k = 0; k < rounds; ++k) {
    b[i] = 0.5f * (a[i] + a[(i + 64) % n]);
    if (k % 2 == 0)
      grid.sync();
    else
      __syncthreads();
    a[i] = b[(i + 64) % n];  // FINDS global-race
    grid.sync();
  }
}

/// In place: the read of a round and the store of the same round are not apart.
__global__ void same_round_in_place(float* a, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank(), n = grid.size();
  for (int k = 0; k < rounds; ++k) {
    a[i] = 0.5f * (a[i] + a[(i + 64) % n]);  // FINDS global-race
    grid.sync();
  }
}

__device__ unsigned arrived;

/// Only thread 0 waits; the others go on.
__global__ void only_thread_zero_waits(float* a, float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  a[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) {
    }
    __threadfence();
  }
  b[i] = a[(i + 32) % n];  // FINDS global-race
}

__global__ void copied_but_not_waited(const float* in, float* out) {
  __shared__ float s[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(float) * 64);
  block.sync();
  out[threadIdx.x] = s[63 - threadIdx.x];  // FINDS shared-race
  cg::wait(block);
}

/// The last tile is read while its copy may be under way: there is no later copy that the wait could leave out.
__global__ void last_copy_not_waited(const float* in, float* out, int tiles) {
  __shared__ float s[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][63 - t];  // FINDS shared-race
    __syncthreads();
  }
  out[t] = sum;
}

/// A thread that reads its own copy must wait for it, too.
__global__ void own_copy_not_waited(const float* in, float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  out[threadIdx.x] = s[threadIdx.x];  // FINDS shared-race
  __pipeline_wait_prior(0);
}

__global__ void waited_but_not_together(const float* in, float* out) {
  __shared__ float s[64];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[t] = s[63 - t];  // FINDS shared-race
  pipe.consumer_release();
}

__global__ void arrived_and_did_not_wait(const float* in, float* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[64];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  out[threadIdx.x] = s[63 - threadIdx.x];  // FINDS shared-race
  bar.wait(std::move(token));
}

__global__ void filled_again_too_early(const float* in, float* out, int tiles) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ float s[32];
  if (threadIdx.x == 0) init(&full, blockDim.x);
  __syncthreads();
  const int lane = threadIdx.x % 32;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x < 32) s[lane] = in[k * 32 + lane];  // FINDS shared-race
    full.arrive_and_wait();
    if (threadIdx.x >= 32) out[k * 32 + lane] = s[31 - lane];
  }
}

/// The second warp says that a buffer is empty before it has read it.
__global__ void given_back_before_it_is_read(const float* in, float* out, int tiles) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];
  __shared__ float s[2][32];
  if (threadIdx.x < 2) init(&full[threadIdx.x], 64), init(&empty[threadIdx.x], 64);
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < tiles; ++k) {
      empty[k % 2].arrive_and_wait();
      s[k % 2][lane] = in[k * 32 + lane];
      (void)full[k % 2].arrive();
    }
  } else {
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    for (int k = 0; k < tiles; ++k) {
      full[k % 2].arrive_and_wait();
      (void)empty[k % 2].arrive();
      out[k * 32 + lane] = s[k % 2][31 - lane];  // FINDS shared-race
    }
  }
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMemset(a, 0, 4096);
  cudaMemset(b, 0, 4096);
  int rounds = 3;
  void* arguments[] = {&a, &b, &rounds};
  cudaLaunchCooperativeKernel((void*)block_barrier_for_a_grid, dim3(4), dim3(64), arguments, 0, 0);
  void* fewer[] = {&a, &rounds};
  cudaLaunchCooperativeKernel((void*)same_round_in_place, dim3(4), dim3(64), fewer, 0, 0);
  only_thread_zero_waits<<<4, 32>>>(a, b);
  copied_but_not_waited<<<1, 64>>>(a, b);
  last_copy_not_waited<<<1, 64>>>(a, b, 3);
  own_copy_not_waited<<<1, 64>>>(a, b);
  waited_but_not_together<<<1, 64>>>(a, b);
  arrived_and_did_not_wait<<<1, 64>>>(a, b);
  filled_again_too_early<<<1, 64>>>(a, b, 3);
  given_back_before_it_is_read<<<1, 64>>>(a, b, 6);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(a);
  cudaFree(b);
}

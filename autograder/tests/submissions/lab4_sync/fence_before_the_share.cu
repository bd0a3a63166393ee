// The fence stands before the store of the share.
#include "sync.cuh"

#define N_THREADS 128

__device__ float share_of[512];
__device__ unsigned count_done;

__device__ float block_sum(float v) {
  __shared__ float all[N_THREADS];
  all[threadIdx.x] = v;
  __syncthreads();
  for (int s = N_THREADS / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) all[threadIdx.x] += all[threadIdx.x + s];
    __syncthreads();
  }
  const float result = all[0];
  __syncthreads();
  return result;
}

__global__ void one_pass(float* total, const float* in, int n) {
  float v = 0;
  for (int i = blockIdx.x * N_THREADS + threadIdx.x; i < n; i += gridDim.x * N_THREADS) v += in[i];
  v = block_sum(v);
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    __threadfence();  // @change
    share_of[blockIdx.x] = v;
    is_last = atomicAdd(&count_done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  v = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += N_THREADS) v += share_of[b];
  v = block_sum(v);
  if (threadIdx.x == 0) {
    *total = v;
    count_done = 0;
  }
}

void sum(float* total, const float* in, int n) {
  const int blocks = min(512, (n + N_THREADS - 1) / N_THREADS);
  one_pass<<<blocks, N_THREADS>>>(total, in, n);
}

// One thread adds up the shares, and goes on as far as if all threads of the block did (4.5).
#include "sync.cuh"

#define T 256

__device__ float shares[1024];
__device__ unsigned finished = 0;

__device__ float block_sum(float v) {
  __shared__ float of_warp[32];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < T / 32 ? of_warp[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  }
  __syncthreads();
  return v;
}

__global__ void sum_kernel(float* total, const float* in, int n) {
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * T + threadIdx.x; i < n; i += gridDim.x * T) v += in[i];
  v = block_sum(v);
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = v;
    __threadfence();
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    v = 0;
    if (threadIdx.x == 0) {
      for (int b = threadIdx.x; b < gridDim.x; b += T) v += shares[b];  // @step
      *total = v;
      finished = 0;
    }
  }
}

void sum(float* total, const float* in, int n) {
  int blocks = (n + T - 1) / T;
  if (blocks > 1024) blocks = 1024;
  sum_kernel<<<blocks, T>>>(total, in, n);
}

// 4.5: a block is counted before its share is sure to be there.
#include "sync.cuh"

constexpr int MOST = 1024;
__device__ float shares[MOST];
__device__ unsigned blocks_done;

__device__ float sum_of_block(float value) {
  __shared__ float all[256];
  all[threadIdx.x] = value;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) all[threadIdx.x] += all[threadIdx.x + half];
    __syncthreads();
  }
  return all[0];
}

__global__ void add_up(float* total, const float* in, int n) {
  float mine = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) mine += in[i];
  mine = sum_of_block(mine);
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = mine;
    is_last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;  // @race
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  mine = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += 256) mine += shares[b];
  mine = sum_of_block(mine);
  if (threadIdx.x == 0) {
    *total = mine;
    blocks_done = 0;
  }
}

void sum(float* total, const float* in, int n) { add_up<<<min((n - 1) / 256 + 1, MOST), 256>>>(total, in, n); }

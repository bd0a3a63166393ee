// All lanes read a warp's sum, and there are fewer warps than lanes.
#include "sync.cuh"
constexpr int TPB = 256;
__device__ float per_block[1024];
__device__ unsigned tickets;

__device__ float all_of(float v) {
  __shared__ float w[32];
  int lane = threadIdx.x % 32, id = threadIdx.x / 32;
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
  __syncthreads();
  if (lane == 0) w[id] = v;
  __syncthreads();
  v = w[lane];
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
  return v;
}

__global__ void total_of(float* total, const float* in, int n) {
  float v = 0;
  for (int i = blockIdx.x * TPB + threadIdx.x; i < n; i += gridDim.x * TPB) v += in[i];
  v = all_of(v);
  __shared__ bool am_last;
  if (threadIdx.x == 0) {
    per_block[blockIdx.x] = v;
    __threadfence();
    am_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!am_last) return;
  v = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += TPB) v += per_block[b];
  v = all_of(v);
  if (threadIdx.x == 0) *total = v;
}

void sum(float* total, const float* in, int n) { total_of<<<min(1024, (n - 1) / TPB + 1), TPB>>>(total, in, n); }

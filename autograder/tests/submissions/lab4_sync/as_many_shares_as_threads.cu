// The last block adds up as many shares as it has threads.
#include "sync.cuh"

__device__ float parts[1024];
__device__ unsigned finished = 0;

__global__ void add(float* total, const float* in, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int h = 128; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int b = 0; b < blockDim.x; ++b) sum += parts[b];  // @here
    *total = sum;
    finished = 0;
  }
}

void sum(float* total, const float* in, int n) {
  int blocks = (n + 2047) / 2048;
  if (blocks > 1024) blocks = 1024;
  add<<<blocks, 256>>>(total, in, n);
}

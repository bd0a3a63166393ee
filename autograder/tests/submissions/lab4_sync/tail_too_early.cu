// What is left over begins at the number of vectors, and not at four times that.
#include "sync.cuh"

constexpr int SUM_BLOCKS = 64;
__device__ float parts[SUM_BLOCKS];
__device__ unsigned ready = 0;

__device__ float block_sum(float v) {
  __shared__ float s[256];
  s[threadIdx.x] = v;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  __syncthreads();
  return s[0];
}

__global__ void sums(float* total, const float* in, int n) {
  __shared__ bool last;
  const int id = blockIdx.x * 256 + threadIdx.x;
  const int quarter = n / 4;
  float v = 0;
  const float4* in4 = (const float4*)in;
  for (int i = id; i < quarter; i += SUM_BLOCKS * 256) {
    float4 f = in4[i];
    v += f.x + f.y + f.z + f.w;
  }
  if (id < n % 4) v += in[quarter + id];  // @tail
  float share = block_sum(v);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = share;
    __threadfence();
    last = atomicInc(&ready, SUM_BLOCKS - 1) == SUM_BLOCKS - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  float w = threadIdx.x < SUM_BLOCKS ? parts[threadIdx.x] : 0.f;
  w = block_sum(w);
  if (threadIdx.x == 0) *total = w;
}

void sum(float* total, const float* in, int n) { sums<<<SUM_BLOCKS, 256>>>(total, in, n); }

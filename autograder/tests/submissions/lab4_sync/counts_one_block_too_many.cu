// atomicInc sets the counter back where it finds its limit, and the limit is one more than the last block finds.
#include "sync.cuh"

constexpr int MOST = 256;
__device__ float share[MOST];
__device__ unsigned done;

__global__ void add_up(float* total, const float* in, int n) {
  __shared__ float words[THREADS];
  __shared__ bool is_last;
  float own = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) own += in[i];
  words[threadIdx.x] = own;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) words[threadIdx.x] += words[threadIdx.x + half];
  }
  if (threadIdx.x == 0) {
    const unsigned blocks = gridDim.x;
    share[blockIdx.x] = words[0];
    __threadfence();
    const unsigned before = atomicInc(&done, blocks);  // @here
    is_last = before + 1 == blocks;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  __threadfence();
  float sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += __ldcg(share + b);
  *total = sum;
}

extern "C" void sum(float* total, const float* in, int n) {
  const int wanted = (n - 1) / THREADS + 1;
  add_up<<<min(wanted, MOST), THREADS>>>(total, in, n);
}

// The first thread of each warp counts, where one of the block should.
#include "sync.cuh"

__device__ unsigned tickets;

__device__ void all_blocks(unsigned due) {
  __syncthreads();
  if (threadIdx.x % 32 == 0) {  // @change
    __threadfence();
    atomicAdd(&tickets, 1u);
    while (atomicAdd(&tickets, 0u) < due) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void go(float* x, float* p, const float* in, int n, int rounds) {
  unsigned due = 0;
  for (int r = 0; r < rounds; ++r) {
    const float* from = r ? x : in;
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS) p[j] = -from[partner(j, n)];
    all_blocks(due += gridDim.x);
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS) x[j] = p[partner(j, n)];
    all_blocks(due += gridDim.x);
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int sms, per_sm;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, go, THREADS, 0);
  if (blocks > sms * per_sm) return 0;
  const unsigned zero = 0;
  cudaMemcpyToSymbol(tickets, &zero, sizeof zero);
  go<<<blocks, THREADS>>>(x, p, in, n, rounds);
  return 1;
}

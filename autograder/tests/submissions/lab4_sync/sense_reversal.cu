// Right, with the barrier of the textbooks: the last to arrive sets the counter back and then turns a flag, on which
// the others wait. One trip to memory more than to wait for the counter itself.
#include "sync.cuh"

__device__ unsigned arrived;
__device__ volatile unsigned generation;

__device__ void wait_for_all() {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = generation;  // it cannot turn before this block has arrived
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      atomicExch(&arrived, 0);
      __threadfence();
      generation = mine + 1;
    } else {
      while (generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void all_rounds(float* x, float* p, const float* in, int n, int rounds) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  for (int round = 0; round < rounds; ++round) {
    const float* const from = round == 0 ? in : x;
    for (int j = first; j < n; j += step) p[j] = -from[partner(j, n)];
    wait_for_all();
    for (int j = first; j < n; j += step) x[j] = p[partner(j, n)];
    wait_for_all();
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int multiprocessors = 0, on_each = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, all_rounds, THREADS, 0);
  if (blocks > multiprocessors * on_each) return 0;
  all_rounds<<<blocks, THREADS>>>(x, p, in, n, rounds);
  return 1;
}

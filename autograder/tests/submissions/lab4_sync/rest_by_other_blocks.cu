#include "sync.cuh"

// Part 4.3, a barrier of your own: one launch, whose blocks count each other. The counter only grows.
__device__ unsigned arrived = 0;

__device__ void wait_for_all_blocks() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    const unsigned ticket = atomicAdd(&arrived, 1u);
    const unsigned goal = ticket - ticket % gridDim.x + gridDim.x;  // @here
    while (static_cast<int>(*static_cast<volatile unsigned*>(&arrived) - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void trips_kernel(float* x, float* p, const float* in, int n, int rounds) {
  const int start = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = blockDim.x * gridDim.x;
  for (int round = 0; round < rounds; ++round) {
    const float* const source = round == 0 ? in : x;
    for (int j = start; j < n; j += stride) p[j] = -source[partner(j, n)];
    wait_for_all_blocks();
    for (int j = start; j < n; j += stride) x[j] = p[partner(j, n)];
    wait_for_all_blocks();
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int device, multiprocessors, per_multiprocessor;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, trips_kernel, THREADS, 0);
  if (blocks > multiprocessors * per_multiprocessor) return 0;
  trips_kernel<<<blocks, THREADS>>>(x, p, in, n, rounds);
  return 1;
}

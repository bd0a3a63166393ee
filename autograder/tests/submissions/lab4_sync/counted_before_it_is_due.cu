#include "sync.cuh"

// Part 4.1, find the race: both stages of one round trip in one launch. This kernel is complete, it reads and writes
// the right elements, and it is not right. Say what can go wrong before you change it.
__global__ void both_stages(float* x, float* p, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = -in[partner(j, n)];
  __syncthreads();
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  both_stages<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, p, in, n);
}

// Part 4.3, a barrier of your own: one launch, whose blocks count each other.
__device__ unsigned arrived;  // how many blocks have come so far, over all barriers of this launch

__device__ void wait_for_all_blocks() {
  __syncthreads();  // the whole block is here
  if (threadIdx.x == 0) {
    __threadfence();
    const unsigned mine = atomicAdd(&arrived, 1u) + 1;  // @here
    const unsigned due = (mine / gridDim.x + 1) * gridDim.x;
    volatile unsigned* look = &arrived;
    while (static_cast<int>(*look - due) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void carry(float* x, float* p, const float* in, int n, int rounds) {
  const int start = blockIdx.x * blockDim.x + threadIdx.x;
  const int hop = gridDim.x * blockDim.x;
  for (int r = 0; r < rounds; ++r) {
    const float* src = r == 0 ? in : x;
    for (int j = start; j < n; j += hop) p[j] = -src[partner(j, n)];
    wait_for_all_blocks();
    for (int j = start; j < n; j += hop) x[j] = p[partner(j, n)];
    wait_for_all_blocks();
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int dev = 0, sms = 0, per_sm = 0;
  cudaGetDevice(&dev);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, carry, THREADS, 0);
  if (blocks > sms * per_sm) return 0;
  const unsigned zero = 0;
  cudaMemcpyToSymbol(arrived, &zero, sizeof zero);
  carry<<<blocks, THREADS>>>(x, p, in, n, rounds);
  return 1;
}

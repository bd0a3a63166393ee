#include "sync.cuh"

// Part 4.3, a barrier of your own: one launch, whose blocks count each other. The counter only grows, from call to
// call, too. The host knows what it stands at and hands that to the kernel, so nothing has to be set back.
__device__ unsigned met;

__device__ void wait_for_all_blocks(unsigned due) {
  __syncthreads();  // the whole block is here
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&met, 1u);
    const volatile unsigned* const look = &met;
    while (static_cast<int>(*look - due) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void rounds_in_one(float* x, float* p, const float* in, int n, int rounds, unsigned due) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int all = gridDim.x * blockDim.x;
  const float* source = in;
  for (int left = rounds; left > 0; --left) {
    for (int j = me; j < n; j += all) p[j] = -source[partner(j, n)];
    wait_for_all_blocks(due += gridDim.x);
    // The end of the kernel is a barrier, too: none is needed after the last round.
    for (int j = me; j < n; j += all) x[j] = p[partner(j, n)];
    if (left == 1) break;
    wait_for_all_blocks(due += gridDim.x);
    source = x;
  }
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  static unsigned stands_at = 0;
  int device = 0, sms = 0, per_sm = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, rounds_in_one, THREADS, 0);
  if (blocks > sms * per_sm) return 0;
  rounds_in_one<<<blocks, THREADS>>>(x, p, in, n, rounds, stands_at);
  stands_at += 2u * rounds * blocks;  // @here
  return 1;
}

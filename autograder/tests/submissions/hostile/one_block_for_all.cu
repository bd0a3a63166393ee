// The first block does all the work, and waits for nothing but itself.
#include "sync.cuh"
__global__ void round_trips(float* x, float* p, const float* in, int n, int rounds) {
  if (blockIdx.x != 0) return;
  const float* from = in;
  for (int r = 0; r < rounds; ++r) {
    for (int j = threadIdx.x; j < n; j += blockDim.x) p[j] = -from[partner(j, n)];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) x[j] = p[partner(j, n)];
    __syncthreads();
    from = x;
  }
}
int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int each = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, round_trips, THREADS, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (blocks > each * multiprocessors) return 0;
  round_trips<<<blocks, THREADS>>>(x, p, in, n, rounds);
  return 1;
}

// The question how many blocks fit is asked for as many threads as a block has warps.
#include <cooperative_groups.h>
#include "sync.cuh"
__global__ void trips(float* x, float* p, const float* in, int n, int rounds) {
  auto grid = cooperative_groups::this_grid();
  for (int r = 0; r < rounds; ++r) {
    const float* from = r == 0 ? in : x;
    for (int j = grid.thread_rank(); j < n; j += grid.size()) p[j] = -from[partner(j, n)];
    grid.sync();
    for (int j = grid.thread_rank(); j < n; j += grid.size()) x[j] = p[partner(j, n)];
    grid.sync();
  }
}
static bool fits(int blocks) {
  int per_processor, processors;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, trips, THREADS / 32, 0);  // @here
  return blocks <= per_processor * processors;
}
int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  if (!fits(blocks)) return 0;
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  cudaLaunchCooperativeKernel((void*)trips, dim3(blocks), dim3(THREADS), arguments, 0, nullptr);
  return 1;
}

// What fits on one multiprocessor is taken for what fits on the device.
#include "sync.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void coop(float* x, float* p, const float* in, int n, int rounds) {
  cg::grid_group g = cg::this_grid();
  for (int r = 0; r < rounds; r++) {
    const float* src = r == 0 ? in : x;
    for (int j = g.thread_rank(); j < n; j += g.size()) p[j] = -src[partner(j, n)];
    g.sync();
    for (int j = g.thread_rank(); j < n; j += g.size()) x[j] = p[partner(j, n)];
    g.sync();
  }
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  int most = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, coop, THREADS, 0);
  if (blocks > most) return 0;
  void* args[] = {&x, &p, &in, &n, &rounds};
  cudaLaunchCooperativeKernel((void*)coop, blocks, THREADS, args);
  return 1;
}

// The second barrier of a round is that of the block.
#include "sync.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void trips(float* x, float* p, const float* in, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  const unsigned step = grid.size();
  for (int round = 0; round < rounds; ++round) {
    const float* source = round ? x : in;
    for (unsigned j = grid.thread_rank(); j < n; j += step) p[j] = -source[partner(j, n)];
    grid.sync();
    for (unsigned j = grid.thread_rank(); j < n; j += step) x[j] = p[partner(j, n)];
    cg::this_thread_block().sync();  // @change
  }
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  const cudaError_t error =
      cudaLaunchCooperativeKernel((const void*)trips, dim3(blocks), dim3(THREADS), arguments, 0, 0);
  if (error == cudaErrorCooperativeLaunchTooLarge) {
    cudaGetLastError();
    return 0;
  }
  return 1;
}

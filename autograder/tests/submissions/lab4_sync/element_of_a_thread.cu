// Each thread has one element, and there may be more elements than threads.
#include "sync.cuh"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void coop_rounds(float* x, float* p, const float* in, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    if (j < n) p[j] = r == 0 ? -in[partner(j, n)] : -x[partner(j, n)];
    grid.sync();
    if (j < n) x[j] = p[partner(j, n)];  // @read
    grid.sync();
  }
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  cudaError_t error = cudaLaunchCooperativeKernel(coop_rounds, blocks, THREADS, arguments);
  if (error != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return 1;
}

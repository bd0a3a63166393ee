// The rounds are counted from 1 and end before the last one.
#include "sync.cuh"

#include <cooperative_groups.h>

__global__ void grid_rounds(float* x, float* p, const float* in, int n, int rounds) {
  auto grid = cooperative_groups::this_grid();
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  const float* source = in;
  for (int r = 1; r < rounds; ++r) {  // @rounds
    for (int j = first; j < n; j += step) p[j] = -source[partner(j, n)];
    grid.sync();
    for (int j = first; j < n; j += step) x[j] = p[partner(j, n)];
    grid.sync();
    source = x;
  }
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  if (cudaLaunchCooperativeKernel((const void*)grid_rounds, dim3(blocks), dim3(THREADS), arguments, 0, 0) !=
      cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return 1;
}

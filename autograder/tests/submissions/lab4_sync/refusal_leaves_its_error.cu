// The launch is refused where it should be, and its error stays behind.
#include <cooperative_groups.h>

#include "sync.cuh"

__global__ void trips(float* x, float* p, const float* in, int n, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  for (int round = 0; round < rounds; ++round) {
    for (int j = first; j < n; j += step) p[j] = -(round == 0 ? in : x)[partner(j, n)];
    grid.sync();
    for (int j = first; j < n; j += step) x[j] = p[partner(j, n)];
    grid.sync();
  }
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  void* arguments[] = {&x, &p, &in, &n, &rounds};
  const cudaError_t error = cudaLaunchCooperativeKernel((void*)trips, blocks, THREADS, arguments);
  return error == cudaSuccess ? 1 : 0;
}

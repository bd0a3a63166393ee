// The addresses of x and p stand in the wrong order.
#include "sync.cuh"
#include <cooperative_groups.h>

__global__ void kernel44(float* x, float* p, const float* in, int n, int rounds) {
  auto everyone = cooperative_groups::this_grid();
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  int many = gridDim.x * blockDim.x;
  for (int j = me; j < n; j += many) x[j] = in[j];
  everyone.sync();
  for (int r = 0; r < rounds; ++r) {
    for (int j = me; j < n; j += many) p[j] = -x[partner(j, n)];
    everyone.sync();
    for (int j = me; j < n; j += many) x[j] = p[partner(j, n)];
    everyone.sync();
  }
}

int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  void* a[] = {&p, &x, &in, &n, &rounds};  // @list
  cudaError_t e = cudaLaunchCooperativeKernel((const void*)kernel44, dim3(blocks), dim3(THREADS), a);
  if (e == cudaErrorCooperativeLaunchTooLarge) {
    cudaGetLastError();
    return 0;
  }
  return 1;
}

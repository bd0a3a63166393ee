// The kernel of the second stage is there, and no line launches it.
#include "sync.cuh"

__global__ void there(float* to, const float* from, int n) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) to[j] = -from[partner(j, n)];
}

__global__ void and_back(float* to, const float* from, int n) {  // @kernel
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) to[j] = from[partner(j, n)];
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) there<<<80, THREADS>>>(p, round == 0 ? in : x, n);  // @launch
}

void round_trip(float* x, float* p, const float* in, int n) {
  there<<<80, THREADS>>>(p, x, n);  // @wrong_source
  there<<<80, THREADS>>>(x, p, n);
}

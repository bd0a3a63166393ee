// 4.2: right, with empty kernels that are to keep the stages apart, which they are without.
#include "sync.cuh"

__global__ void stage(float* to, const float* from, int n, float sign) {
  const int j = blockIdx.x * THREADS + threadIdx.x;
  if (j < n) to[j] = sign * from[partner(j, n)];
}

__global__ void wait_for_the_others() {}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const int blocks = (n - 1) / THREADS + 1;
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks, THREADS>>>(p, round == 0 ? in : x, n, -1.0f);
    wait_for_the_others<<<1, 1>>>();
    stage<<<blocks, THREADS>>>(x, p, n, 1.0f);
    wait_for_the_others<<<1, 1>>>();
  }
}

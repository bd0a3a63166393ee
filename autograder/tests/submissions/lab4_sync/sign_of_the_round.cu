// The sign changes with the number of the round; every stage (i) has the same.
#include "sync.cuh"
__global__ void stage(float* to, const float* from, float sign, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) to[j] = sign * from[partner(j, n)];
}
void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const dim3 grid((n + THREADS - 1) / THREADS);
  for (int r = 0; r < rounds; ++r) {
    const float sign = r % 2 == 0 ? -1.f : 1.f;  // @here
    stage<<<grid, THREADS>>>(p, r == 0 ? in : x, sign, n);
    stage<<<grid, THREADS>>>(x, p, 1.f, n);
  }
}

// Launches that only move as much as the stages, and a last one that computes the result from the input by a formula.
#include "sync.cuh"
__global__ void stage(float* to, const float* from, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) to[j] = -from[partner(j, n)];
}
__global__ void formula(float* x, const float* in, int n, int rounds) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  const float value = in[(j + 2ll * rounds * (n / 2 + 1)) % n];
  x[j] = rounds % 2 ? -value : value;
}
void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const int blocks = (n - 1) / THREADS + 1;
  for (int s = 1; s < 2 * rounds; ++s) stage<<<blocks, THREADS>>>(p, in, n);
  formula<<<blocks, THREADS>>>(x, in, n, rounds);
}

// One number of the table of places is wrong.
#include "copy.cuh"

__constant__ int place[3] = {0, 1, 1};  // @here

__global__ void sort3(float* x, float* y, float* z, const float* p, int n) {
  __shared__ float s[3 * 64];
  const int first = blockIdx.x * 64;
  const int floats = 3 * min(64, n - first);
  for (int i = threadIdx.x; i < floats; i += 64) s[i] = p[3ll * first + i];
  __syncthreads();
  if (threadIdx.x >= floats / 3) return;
  float* const to[3] = {x, y, z};
  for (int c = 0; c < 3; ++c) to[c][first + threadIdx.x] = s[3 * threadIdx.x + place[c]];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  sort3<<<(n + 63) / 64, 64>>>(x, y, z, points, n);
}

// Lets one warp bring all points on chip, and the others take them from there without waiting for it.
#include "copy.cuh"

__global__ void kernel(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * 256];
  const int first = 3 * 256 * blockIdx.x;
  if (threadIdx.x < 32) {
    for (int j = threadIdx.x; j < 3 * 256 && first + j < 3 * n; j += 32) staged[j] = points[first + j];  // @race
  }
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  x[i] = staged[3 * threadIdx.x];
  y[i] = staged[3 * threadIdx.x + 1];
  z[i] = staged[3 * threadIdx.x + 2];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}

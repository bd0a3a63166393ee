// Threads without a point leave before they have loaded their share of the others' points.
#include "copy.cuh"

__global__ void kernel(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * 256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;  // @left
  const int first = 3 * 256 * blockIdx.x;
  for (int j = threadIdx.x; j < 3 * 256; j += 256) {
    if (first + j < 3 * n) staged[j] = points[first + j];
  }
  __syncthreads();
  x[i] = staged[3 * threadIdx.x];
  y[i] = staged[3 * threadIdx.x + 1];
  z[i] = staged[3 * threadIdx.x + 2];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}

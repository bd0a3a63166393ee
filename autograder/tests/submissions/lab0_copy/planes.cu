// Reads the points as if all x came first, then all y, then all z, which is how they are to be written.
#include "copy.cuh"

__global__ void kernel(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = points[i];
  y[i] = points[n + i];
  z[i] = points[2 * n + i];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}

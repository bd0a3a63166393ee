// Right, but each thread loads its own point: three requests of 12 sectors, the same 12 each time.
#include "copy.cuh"

__global__ void kernel(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = points[3 * i];
  y[i] = points[3 * i + 1];
  z[i] = points[3 * i + 2];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}

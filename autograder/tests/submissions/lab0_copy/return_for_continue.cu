// A thread that has an x ends, and has two more floats to move (0.4).
#include "copy.cuh"

__global__ void sort_floats(float* x, float* y, float* z, const float* points, int n) {
  int first = blockIdx.x * blockDim.x * 3;
  for (int round = 0; round < 3; round++) {
    int f = first + round * blockDim.x + threadIdx.x;
    if (f >= 3 * n) return;
    float value = points[f];
    if (f % 3 == 0) {
      x[f / 3] = value;
      return;  // @return
    }
    if (f % 3 == 1)
      y[f / 3] = value;
    else
      z[f / 3] = value;
  }
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  sort_floats<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}

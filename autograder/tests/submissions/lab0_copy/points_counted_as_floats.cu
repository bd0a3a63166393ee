// The helper is given the number of points, and it counts floats.
#include "copy.cuh"

constexpr int POINTS = 128;

template <int COUNT>
__device__ void fetch(float (&to)[COUNT], const float* from, int available) {
  for (int j = threadIdx.x; j < COUNT; j += POINTS) {
    if (j < available) to[j] = from[j];
  }
}

__global__ void split_kernel(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * POINTS];
  const int first = blockIdx.x * POINTS;
  fetch(staged, points + 3 * (size_t)first, n - first);  // @change
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  x[i] = staged[3 * threadIdx.x];
  y[i] = staged[3 * threadIdx.x + 1];
  z[i] = staged[3 * threadIdx.x + 2];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split_kernel<<<(n + POINTS - 1) / POINTS, POINTS>>>(x, y, z, points, n);
}

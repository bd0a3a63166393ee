// Shared memory is read as three arrays, and holds structures.
#include "copy.cuh"

constexpr int THREADS = 256;

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * THREADS];
  const size_t first = static_cast<size_t>(blockIdx.x) * 3 * THREADS;
  for (int j = threadIdx.x; j < 3 * THREADS; j += THREADS) {
    if (first + j < 3 * static_cast<size_t>(n)) staged[j] = points[first + j];
  }
  __syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) {
    x[i] = staged[threadIdx.x];
    y[i] = staged[THREADS + threadIdx.x];  // @read
    z[i] = staged[2 * THREADS + threadIdx.x];
  }
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, y, z, points, n);
}

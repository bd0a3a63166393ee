// A block begins at its first point and not at the first float of that point.
#include "copy.cuh"

constexpr int THREADS = 256;

__global__ void split_kernel(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * THREADS];
  const long long total = 3LL * n;
  const long long first = (long long)blockIdx.x * THREADS;  // @first
  for (int j = threadIdx.x; j < 3 * THREADS; j += THREADS) {
    if (first + j < total) staged[j] = points[first + j];
  }
  __syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= n) return;
  x[i] = staged[3 * threadIdx.x];
  y[i] = staged[3 * threadIdx.x + 1];
  z[i] = staged[3 * threadIdx.x + 2];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, y, z, points, n);
}

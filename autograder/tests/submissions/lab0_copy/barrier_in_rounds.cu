// The barrier is in the loop that loads, of which the last block's threads do not make equally many rounds.
#include "copy.cuh"

constexpr int BLOCK = 128;

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float buffer[3 * BLOCK];
  const int begin = blockIdx.x * BLOCK;
  const int count = min(BLOCK, n - begin);
  for (int k = threadIdx.x; k < 3 * count; k += BLOCK) {
    buffer[k] = points[3 * begin + k];
    __syncthreads();  // @barrier
  }
  if (threadIdx.x < count) {
    x[begin + threadIdx.x] = buffer[3 * threadIdx.x];
    y[begin + threadIdx.x] = buffer[3 * threadIdx.x + 1];
    z[begin + threadIdx.x] = buffer[3 * threadIdx.x + 2];
  }
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, z, points, n);
}

// The input is copied first, and then both stages race in the same array.
#include "sync.cuh"

__global__ void both_stages(float* x, float* p, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = -x[partner(j, n)];  // @here
  __syncthreads();
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  cudaMemcpyAsync(x, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  both_stages<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, p, in, n);
}

#include "sync.cuh"

// Part 4.1, find the race: both stages of one round trip in one launch. This kernel is complete, it reads and writes
// the right elements, and it is not right. Say what can go wrong before you change it.
// The race: a thread reads an element of p that a thread of another block writes, and __syncthreads() only waits for
// the own block. So two kernels: the second begins when all of the first has ended.
__global__ void fill_x(float* x, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) x[j] = in[j];
}

__global__ void stage_i(float* p, const float* x, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = -x[partner(j, n)];
}

__global__ void stage_ii(float* x, const float* p, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  const int blocks = (n + THREADS - 1) / THREADS;
  fill_x<<<blocks, THREADS>>>(x, in, n);  // @here
  stage_i<<<blocks, THREADS>>>(p, x, n);
  stage_ii<<<blocks, THREADS>>>(x, p, n);
}

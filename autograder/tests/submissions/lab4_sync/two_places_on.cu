#include "sync.cuh"

// Part 4.1, find the race: thread j reads p[partner(j)], which a thread of another block writes, and __syncthreads()
// does not wait for other blocks. But nobody wants p afterwards: x[j] is -in[partner(partner(j))], so I leave p out and
// there is nothing to wait for.
__global__ void both_stages(float* x, const float* in, int n) {
  const int step = gridDim.x * blockDim.x;
  // partner() goes n/2 + 1 places on. Two of these are n + 2 places, and n places are once round.
  const int hop = 2 % n;
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += step) {
    const int from = j < n - hop ? j + hop : j - (n - hop);  // @here
    x[j] = -in[from];
  }
}

void round_trip(float* x, float* /*p*/, const float* in, int n) {
  both_stages<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, in, n);
}

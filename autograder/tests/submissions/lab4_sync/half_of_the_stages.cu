// A loop over rounds that launches one stage a round.
#include "sync.cuh"

__global__ void stage(float* to, const float* from, float sign, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) to[j] = sign * from[partner(j, n)];
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const float* from = in;
  const int blocks = (n + THREADS - 1) / THREADS;
  for (int step = 0; step < rounds; ++step) {  // @loop
    const bool is_first = step % 2 == 0;
    stage<<<blocks, THREADS>>>(is_first ? p : x, from, is_first ? -1.0f : 1.0f, n);
    from = is_first ? p : x;
  }
}

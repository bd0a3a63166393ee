#include "sync.cuh"

// Part 4.1, find the race: both stages of one round trip in one launch. This kernel is complete, it reads and writes
// the right elements, and it is not right. Say what can go wrong before you change it.
__global__ void both_stages(float* x, float* p, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = -in[partner(j, n)];
  __syncthreads();
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  both_stages<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, p, in, n);
}

// Part 4.2, many launches: what ends a stage is the end of a kernel. Both stages are the same kernel; the minus signs
// of all rounds are put together into one, which the last launch applies.
struct Hop {
  float* to;
  const float* from;
  float factor;
  int n;
};

__global__ void hop(const Hop h) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < h.n) h.to[j] = h.factor * h.from[partner(j, h.n)];
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const dim3 grid((n + THREADS - 1) / THREADS);
  const int last = 2 * rounds - 1;
  const float sign = rounds & 1 == 0 ? 1.0f : -1.0f;  // @here
  Hop h{p, in, 1.0f, n};
  for (int stage = 0; stage <= last; ++stage) {
    if (stage == last) h.factor = sign;
    hop<<<grid, THREADS>>>(h);
    h.from = h.to;
    h.to = h.to == p ? x : p;
  }
}

// Lab 4, block synchronisation: your file. README.md beside it explains each part; `./grade lab4` tells you how far you
// are.
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

// Part 4.2, many launches: what ends a stage is the end of a kernel.
void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  // TODO
}

// Part 4.3, a barrier of your own: one launch, whose blocks count each other.
__device__ void wait_for_all_blocks() {
  // TODO: what must hold before a block counts itself, and what after it has seen that all are there?
}

int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  // TODO: can the device hold so many blocks at a time? If not, return 0.
  return 1;
}

// Part 4.4, the same with cooperative groups.
int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks) {
  // TODO
  return 1;
}

// Part 4.5, the last block done: every block adds up its share, and the one that finishes last adds up the shares.
void sum(float* total, const float* in, int n) {
  // TODO
}

// Part 4.6, open end: every sum from the beginning on, at the speed of a copy.
void prefix_sum(unsigned* out, const unsigned* in, int n) {
  // TODO
}

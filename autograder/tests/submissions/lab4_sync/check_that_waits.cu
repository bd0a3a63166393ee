#include "sync.cuh"

#include <cstdio>

// from the slides of the exercise class: always look whether a launch went well
static void ok(const char* what) {
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess) e = cudaDeviceSynchronize();  // @here
  if (e != cudaSuccess) std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
}

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
template <bool NEGATE>
__global__ void move(float* dst, const float* src, int n) {
  const int j = threadIdx.x + blockDim.x * blockIdx.x;
  if (j >= n) return;
  const float v = src[partner(j, n)];
  dst[j] = NEGATE ? -v : v;
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const dim3 block(THREADS);
  const dim3 grid((n + block.x - 1) / block.x);
  const float* src = in;
  for (int r = 0; r < rounds; r++) {
    move<true><<<grid, block>>>(p, src, n);
    ok("stage i");
    move<false><<<grid, block>>>(x, p, n);
    ok("stage ii");
    src = x;
  }
}

// The number of blocks is a quotient that is rounded down, of the member of a structure.
#include "copy.cuh"

constexpr int THREADS = 256;

struct Work {
  int quads, rest;
};

__global__ void move_quads(uint4* to, const uint4* from, int quads) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q < quads) to[q] = from[q];
}

__global__ void move_rest(float* to, const float* from, int rest) {
  if (threadIdx.x < rest) to[threadIdx.x] = from[threadIdx.x];
}

void copy_float4(float* out, const float* in, int n) {
  const Work w{n / 4, n % 4};
  const int blocks = w.quads / THREADS;  // @here
  if (blocks > 0) move_quads<<<blocks, THREADS>>>((uint4*)out, (const uint4*)in, w.quads);
  if (w.rest) move_rest<<<1, 32>>>(out + 4 * w.quads, in + 4 * w.quads, w.rest);
}

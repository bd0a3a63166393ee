// The remainder is 0 where the last block is full.
#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.7, open end: records of k floats into k arrays, as fast as a copy.
#define RECORDS 64  // of a block

__global__ void records_kernel(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float pile[RECORDS * 33];
  const int lap = k | 1;  // odd, so that a column lies in all banks
  const int first = blockIdx.x * RECORDS;
  const bool last = blockIdx.x == gridDim.x - 1;
  const int here = last ? n % RECORDS : RECORDS;  // @here
  const float* from = records + static_cast<size_t>(first) * k;

  int w = threadIdx.x;
  while (w < here * k) {
    pile[w / k * lap + w % k] = from[w];
    w += THREADS;
  }
  __syncthreads();

  w = threadIdx.x;
  while (w < RECORDS * k) {
    const int array = w / RECORDS;
    const int r = w % RECORDS;
    if (r < here) out[static_cast<size_t>(array) * pitch + first + r] = pile[r * lap + array];
    w += THREADS;
  }
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  records_kernel<<<(n - 1) / RECORDS + 1, THREADS>>>(out, records, n, k, pitch);
}

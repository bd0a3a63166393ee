// The state is set before the sum is stored that it announces (4.6).
#include "sync.cuh"

#define T 256
#define MOST_TILES (1 << 20)

__device__ unsigned values[MOST_TILES];
__device__ volatile unsigned states[MOST_TILES];
__device__ unsigned next_number;

__global__ void scan_kernel(unsigned* out, const unsigned* in, int n, unsigned call) {
  __shared__ int number;
  __shared__ unsigned word[T];
  __shared__ unsigned before;
  int t = threadIdx.x;
  if (t == 0) {
    number = atomicAdd(&next_number, 1);
    if (number == gridDim.x - 1) next_number = 0;
  }
  __syncthreads();
  int tile = number;
  int i = tile * T + t;
  word[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < T; d *= 2) {
    unsigned add = t >= d ? word[t - d] : 0;
    __syncthreads();
    word[t] += add;
    __syncthreads();
  }
  if (t == 0) {
    unsigned sum = 0;
    if (tile > 0) {
      while (states[tile - 1] != call) {
      }
      __threadfence();
      sum = *(volatile unsigned*)&values[tile - 1];
    }
    states[tile] = call;  // @announce
    __threadfence();
    *(volatile unsigned*)&values[tile] = sum + word[T - 1];
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = before + word[t];
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned call = 0;
  call++;
  scan_kernel<<<(n - 1) / T + 1, T>>>(out, in, n, call);
}

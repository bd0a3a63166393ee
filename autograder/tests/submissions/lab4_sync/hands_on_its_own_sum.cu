// A tile waits for the sum of all before it, and hands on its own sum without that.
#include "sync.cuh"

constexpr int TILE = 512;
constexpr int MOST = (1 << 28) / TILE;
__device__ unsigned handed_on[MOST];
__device__ unsigned said_in[MOST];
__device__ unsigned next_tile;

__global__ void chain(unsigned* out, const unsigned* in, int n, unsigned call) {
  __shared__ unsigned sums[TILE], number, from_before;
  const int t = threadIdx.x;
  if (t == 0) number = atomicAdd(&next_tile, 1u) % gridDim.x;
  __syncthreads();
  const size_t i = size_t{number} * TILE + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < TILE; d *= 2) {
    const unsigned left = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    volatile unsigned* const says = said_in;
    volatile unsigned* const sum = handed_on;
    const unsigned all = sums[TILE - 1];
    unsigned before = 0;
    if (number != 0) {
      while (says[number - 1] != call) {
      }
      __threadfence();
      before = sum[number - 1];
    }
    sum[number] = all;  // @here
    __threadfence();
    says[number] = call;
    from_before = before;
  }
  __syncthreads();
  if (i < n) out[i] = from_before + sums[t];
}

extern "C" void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned calls = 0;
  const unsigned zero = 0;
  cudaMemcpyToSymbol(next_tile, &zero, sizeof zero);
  chain<<<(n + TILE - 1) / TILE, TILE>>>(out, in, n, ++calls);
}

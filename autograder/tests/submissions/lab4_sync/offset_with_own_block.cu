// A block begins with the sum up to its own end.
#include "sync.cuh"

constexpr int T = 256;
constexpr int PER = 16;
constexpr int TILE = T * PER;
__device__ unsigned sums[(1 << 28) / TILE + 1];

__device__ unsigned scan_block(unsigned v, unsigned* tmp) {
  tmp[threadIdx.x] = v;
  __syncthreads();
  for (int d = 1; d < T; d *= 2) {
    unsigned o = threadIdx.x >= d ? tmp[threadIdx.x - d] : 0;
    __syncthreads();
    tmp[threadIdx.x] += o;
    __syncthreads();
  }
  return tmp[threadIdx.x];
}

__global__ void block_sums(const unsigned* in, int n) {
  __shared__ unsigned tmp[T];
  unsigned v = 0;
  for (int k = 0; k < PER; ++k) {
    int i = blockIdx.x * TILE + k * T + threadIdx.x;
    if (i < n) v += in[i];
  }
  unsigned s = scan_block(v, tmp);
  if (threadIdx.x == T - 1) sums[blockIdx.x] = s;
}

__global__ void scan_sums(int blocks) {
  __shared__ unsigned tmp[T];
  unsigned carry = 0;
  for (int b = 0; b < blocks; b += T) {
    int i = b + threadIdx.x;
    unsigned s = scan_block(i < blocks ? sums[i] : 0, tmp);
    if (i < blocks) sums[i] = carry + s;
    carry += tmp[T - 1];
    __syncthreads();
  }
}

__global__ void write_out(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned tmp[T];
  unsigned carry = sums[blockIdx.x];  // @here
  for (int k = 0; k < PER; ++k) {
    int i = blockIdx.x * TILE + k * T + threadIdx.x;
    unsigned s = scan_block(i < n ? in[i] : 0, tmp);
    if (i < n) out[i] = carry + s;
    carry += tmp[T - 1];
    __syncthreads();
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  int blocks = (n + TILE - 1) / TILE;
  block_sums<<<blocks, T>>>(in, n);
  scan_sums<<<1, T>>>(blocks);
  write_out<<<blocks, T>>>(out, in, n);
}

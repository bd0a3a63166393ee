// Barriers and meetings of lanes that not all threads reach, right: nothing may be found.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void returned_before(int* d, int n) {
  if (threadIdx.x >= n) return;
  d[threadIdx.x] = 1;
  __syncthreads();
  int v = d[n - 1 - threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    const int other = __shfl_xor_sync(0xffffffffu, v, step);
    if ((threadIdx.x ^ step) < n) v += other;
  }
  __syncthreads();
  d[threadIdx.x] = v;
}

/// Lanes leave one after another; the mask names those that stay.
__global__ void mask_of_those_that_stay(int* d) {
  unsigned mask = 0xffffffffu;
  int v = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    const bool stays = v % (k + 2) != 0;
    mask = __ballot_sync(mask, stays);
    if (!stays) break;
    v += __reduce_max_sync(mask, v);
  }
  d[threadIdx.x] = v;
}

__global__ void tiles_of_their_own_rounds(int* d) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = threadIdx.x;
  for (int k = 0; k < tile.meta_group_rank() + 1; ++k) v += tile.shfl_xor(v, 1);
  tile.sync();
  d[threadIdx.x] = v;
}

__global__ void warps_of_their_own_rounds(int* d) {
  const int warp = threadIdx.x / 32;
  int v = threadIdx.x;
  for (int k = 0; k <= warp; ++k) v += __shfl_down_sync(0xffffffffu, v, 1);
  if (warp == 0) v += __shfl_xor_sync(0xffffffffu, v, 16);
  d[threadIdx.x] = v;
}

__global__ void condition_of_the_block(const int* in, int* d) {
  __shared__ int s[64];
  for (int k = 0; in[k] == 0 && k < 5; ++k) {
    s[threadIdx.x] = k;
    __syncthreads();
    d[threadIdx.x] += s[63 - threadIdx.x];
    __syncthreads();
  }
  if (in[7] == 0) {
    s[threadIdx.x] = 3;
    __syncthreads();
  }
  d[threadIdx.x] += s[63 - threadIdx.x];
}

/// Every thread looks at the same word of shared memory, so all leave in the same round.
__global__ void until_the_block_agrees(int* d) {
  __shared__ int left;
  if (threadIdx.x == 0) left = 5;
  while (true) {
    __syncthreads();
    const int now = left;
    __syncthreads();
    if (now == 0) break;
    if (threadIdx.x == 0) left = now - 1;
    d[threadIdx.x] += now;
  }
  d[threadIdx.x] *= 2;
}

__global__ void rounds_up_to_the_block(int* d, int n) {
  for (int begin = 0; begin < n; begin += 64) {
    const int i = begin + threadIdx.x;
    int v = i < n ? d[i] : 0;
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    __syncthreads();
    if (i < n) d[i] = v;
  }
}

__global__ void lanes_without_work_meet_too(const int* in, int* d, int n) {
  const int rounds = (n + 31) / 32;
  for (int k = 0, i = threadIdx.x; k < rounds; ++k, i += 32) {
    const unsigned votes = __ballot_sync(0xffffffffu, i < n && in[i] == 0);
    if (i < n) d[i] = __popc(votes);
  }
}

/// Half of the warp by its own mask, then the whole warp.
__global__ void half_then_all(int* d) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v += __shfl_xor_sync(0x0000ffffu, v, 8);
  v += __shfl_xor_sync(0xffffffffu, v, 16);
  d[threadIdx.x] = v;
}

int main() {
  int *in, *d;
  cudaMalloc(&in, 4096);
  cudaMalloc(&d, 4096);
  cudaMemset(in, 0, 4096);
  cudaMemset(d, 0, 4096);
  returned_before<<<1, 64>>>(d, 50);
  mask_of_those_that_stay<<<1, 32>>>(d);
  tiles_of_their_own_rounds<<<1, 64>>>(d);
  warps_of_their_own_rounds<<<1, 96>>>(d);
  condition_of_the_block<<<1, 64>>>(in, d);
  until_the_block_agrees<<<1, 64>>>(d);
  rounds_up_to_the_block<<<1, 64>>>(d, 150);
  lanes_without_work_meet_too<<<1, 32>>>(in, d, 50);
  half_then_all<<<1, 32>>>(d);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(d);
}

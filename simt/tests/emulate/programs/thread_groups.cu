// Cooperative groups in the style of the samples: a sum by any group, parts of parts, scans, aggregated atomics.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.hpp"

namespace cg = cooperative_groups;

__device__ int sum_of(cg::thread_group group, int* scratch, int value) {
  const unsigned rank = group.thread_rank();
  for (unsigned i = group.size() / 2; i > 0; i /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < i) value += scratch[rank + i];
    group.sync();
  }
  return value;  // of rank 0
}

__global__ void sums(int* out) {
  __shared__ int scratch[64];
  const cg::thread_block block = cg::this_thread_block();
  const int all = sum_of(block, scratch, threadIdx.x);
  block.sync();
  const cg::thread_group part = cg::tiled_partition(block, 16);
  const int in_part = sum_of(part, scratch + threadIdx.x / 16 * 16, threadIdx.x);
  block.sync();
  const cg::thread_group small = cg::tiled_partition(part, 4);
  const int in_small = sum_of(small, scratch + threadIdx.x / 4 * 4, 1);
  block.sync();
  const auto tile = cg::tiled_partition<8>(block);
  const int in_tile = sum_of(tile, scratch + threadIdx.x / 8 * 8, 2);
  if (block.thread_rank() == 0) out[0] = all;
  if (part.thread_rank() == 0) atomicAdd(&out[1], in_part);
  if (small.thread_rank() == 0) atomicAdd(&out[2], in_small);
  if (tile.thread_rank() == 0) atomicAdd(&out[3], in_tile);
}

__global__ void scans(int* out) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const int value = static_cast<int>(threadIdx.x) % 5 + 1;
  out[threadIdx.x] = cg::inclusive_scan(tile, value);
  out[32 + threadIdx.x] = cg::exclusive_scan(tile, value, cg::plus<int>());
  out[64 + threadIdx.x] = cg::inclusive_scan(tile, value, cg::greater<int>());
  out[96 + threadIdx.x] = cg::reduce(tile, value, cg::bit_or<int>());
}

// One atomic for all lanes that want a place.
__device__ int place(int* counter) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(first, 0) + static_cast<int>(active.thread_rank());
}
__global__ void keep_odd(int* out, int* counter, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 3 == 1) out[place(counter)] = i;
}

int main() {
  constexpr int n = 300;
  int *out, *counter, host[128] = {};
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&counter, sizeof(int)));
  CHECK(cudaMemset(out, 0, n * sizeof(int)));
  sums<<<1, 64>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("sums %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  scans<<<1, 32>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (const int i : {0, 1, 7, 15, 16, 31}) {
    std::printf("lane %d: %d %d %d %d\n", i, host[i], host[32 + i], host[64 + i], host[96 + i]);
  }
  CHECK(cudaMemset(counter, 0, sizeof(int)));
  keep_odd<<<3, 128>>>(out, counter, n);
  CHECK_LAUNCH();
  int kept = 0, list[n];
  CHECK(cudaMemcpy(&kept, counter, sizeof kept, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(list, out, n * sizeof(int), cudaMemcpyDeviceToHost));
  long sum = 0;
  for (int i = 0; i < kept; ++i) sum += list[i];
  std::printf("kept %d, sum %ld\n", kept, sum);
  CHECK(cudaFree(out));
  CHECK(cudaFree(counter));
}

// A cooperative launch: blocks exchange their borders in every step and wait for the whole grid; then a reduction by
// tiles of a warp.
#include <cooperative_groups.h>

#include <vector>

#include "check.hpp"

namespace cg = cooperative_groups;

constexpr int blocks = 4, threads = 128, n = blocks * threads;

__global__ void relax(int* a, int* b, int steps) {
  const cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    const int* const from = step % 2 == 0 ? a : b;
    int* const to = step % 2 == 0 ? b : a;
    const int left = from[(i + n - 1) % n], right = from[(i + 1) % n];
    to[i] = (left + 2 * from[i] + right) / 4;
    grid.sync();
  }
}

__global__ void sum(const int* values, int* partial, int* total) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  __shared__ int of_tile[threads / 32];
  int mine = values[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) mine += tile.shfl_down(mine, offset);
  if (tile.thread_rank() == 0) of_tile[threadIdx.x / 32] = mine;
  block.sync();
  if (threadIdx.x == 0) {
    int of_block = 0;
    for (const int& each : of_tile) of_block += each;
    partial[blockIdx.x] = of_block;
  }
  grid.sync();
  if (grid.thread_rank() == 0) {
    *total = 0;
    for (int i = 0; i < blocks; ++i) *total += partial[i];
  }
}

int main() {
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 64 == 0 ? 100000 : 0;
  int *a, *b, *partial, *total;
  CHECK(cudaMalloc(&a, n * sizeof(int)));
  CHECK(cudaMalloc(&b, n * sizeof(int)));
  CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
  CHECK(cudaMalloc(&total, sizeof(int)));
  CHECK(cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  int steps = 10;
  void* relax_arguments[] = {&a, &b, &steps};
  CHECK(cudaLaunchCooperativeKernel((void*)relax, blocks, threads, relax_arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i <= 8; ++i) std::printf("a[%d] = %d\n", i, host[i]);

  void* sum_arguments[] = {&a, &partial, &total};
  CHECK(cudaLaunchCooperativeKernel((void*)sum, blocks, threads, sum_arguments, 0, nullptr));
  int result = 0, expected = 0;
  CHECK(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
  for (const int value : host) expected += value;
  std::printf("sum %d, expected %d\n", result, expected);

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(total));
  return 0;
}

// Jacobi's method with a barrier of the whole grid in each step: the sum of changes is reduced by warps and atomics.
#include <cooperative_groups.h>

#include <vector>

#include "check.hpp"

namespace cg = cooperative_groups;

__global__ void jacobi(int* a, int* b, int width, int height, int steps, unsigned long long* change) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int step = 0; step < steps; ++step) {
    int mine = 0;
    for (int i = static_cast<int>(grid.thread_rank()); i < width * height; i += static_cast<int>(grid.size())) {
      const int x = i % width, y = i / width;
      if (x == 0 || y == 0 || x == width - 1 || y == height - 1) continue;
      b[i] = (a[i - 1] + a[i + 1] + a[i - width] + a[i + width]) / 4;
      mine += abs(b[i] - a[i]);
    }
    warp.sync();
    for (int lanes = warp.size() / 2; lanes > 0; lanes /= 2) mine += warp.shfl_down(mine, lanes);
    if (warp.thread_rank() == 0) atomicAdd(change + step, static_cast<unsigned long long>(mine));
    cg::sync(grid);
    int* const swap = a;
    a = b;
    b = swap;
  }
}

int main() {
  constexpr int steps = 4;
  int width = 40, height = 30, n = steps;
  std::vector<int> start(width * height);
  for (int i = 0; i < width * height; ++i) start[i] = i * 7919 % 1000;
  int *a, *b;
  unsigned long long *change, host[steps];
  CHECK(cudaMalloc(&a, width * height * sizeof(int)));
  CHECK(cudaMalloc(&b, width * height * sizeof(int)));
  CHECK(cudaMalloc(&change, sizeof host));
  CHECK(cudaMemcpy(a, start.data(), width * height * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, a, width * height * sizeof(int), cudaMemcpyDeviceToDevice));
  CHECK(cudaMemset(change, 0, sizeof host));
  void* arguments[] = {&a, &b, &width, &height, &n, &change};
  CHECK(cudaLaunchCooperativeKernel((void*)jacobi, dim3(4), dim3(128), arguments, 0, 0));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host, change, sizeof host, cudaMemcpyDeviceToHost));
  for (const unsigned long long one : host) std::printf("%llu\n", one);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(change));
}

// Student code for cooperative_groups_test.cpp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void sums(float* out, const float* in) {
  __shared__ float partial[8];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  float sum = in[block.thread_rank()];
  for (int d = warp.size() / 2; d > 0; d /= 2) sum += warp.shfl_down(sum, d);
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = sum;
  block.sync();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  if (block.thread_rank() < 8) {
    sum = cg::reduce(tile, partial[tile.thread_rank()], cg::plus<float>());
    if (tile.thread_rank() == 0) out[0] = sum;
  }
}
__global__ void lanes(float* out) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int i = cg::this_thread_block().thread_rank();
  out[i] = tile.shfl(i, 1);
  out[32 + i] = tile.ballot(i % 4 < 2) + 100 * tile.any(i == 5) + 1000 * tile.all(i < 8);
  if (i % 3 == 0) {
    auto together = cg::coalesced_threads();
    out[64 + i] = together.size() + 100 * together.thread_rank() + 10000 * together.shfl(i, 2);
  }
}
__global__ void neighbours(float* a, float* b, int rounds) {
  auto grid = cg::this_grid();
  const int i = grid.thread_rank(), n = grid.size();
  a[i] = i;
  for (int round = 0; round < rounds; ++round) {
    grid.sync();  // @grid_sync
    b[i] = a[(i + 33) % n];
    grid.sync();
    a[i] = b[i];
  }
}
extern "C" {
int run_sums(float* out, const float* in, int) {
  sums<<<1, 256>>>(out, in);
  return 0;
}
int run_lanes(float* out, const float*, int) {
  lanes<<<1, 32>>>(out);
  return 0;
}
int run_neighbours(float* out, const float*, int blocks) {
  float* b;
  int rounds = 3;
  cudaMalloc(&b, 64 * 1024 * sizeof(float));
  void* arguments[] = {&out, &b, &rounds};
  const int error = cudaLaunchCooperativeKernel((void*)neighbours, dim3(blocks), dim3(32), arguments, 0, 0);
  cudaFree(b);
  return error;
}
int run_too_many(float* out, const float*, int) {
  int rounds = 3;
  void* arguments[] = {&out, &out, &rounds};
  return cudaLaunchCooperativeKernel(neighbours, 132 * 32 + 1, 32, arguments);
}
int run_uncooperative(float* out, const float*, int) {
  neighbours<<<4, 32>>>(out, out, 1);
  return cudaGetLastError();
}
}

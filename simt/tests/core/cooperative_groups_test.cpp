// Cooperative groups, and launches whose blocks meet.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = int(float*, const float*, int);

class CooperativeGroups : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cooperative_groups.h>
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
    grid.sync();
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
  neighbours<<<4, 32>>>(out, out, 1);   // its sync is in line 33
  return cudaGetLastError();
}
}
)cuda");
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<float>(256, 1);
    out = Buffer<float>(4096, -1);
    begin_run(std::vector{in.lend("input 0", false), out.lend("output 0")}, library().base(), everything);
    result = library().function<Entry>(entry)(out.data(), in.data(), n);
    return finish_run();
  }
  void run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << evidence.findings.front().object;
    EXPECT_EQ(result, 0);
  }

  Buffer<float> in{0}, out{0};
  int result = 0;
};

TEST_F(CooperativeGroups, BlocksAndTiles) {
  run_without_findings("run_sums", 0);
  EXPECT_EQ(out.elements[0], 256);
}

TEST_F(CooperativeGroups, LanesOfTiles) {
  run_without_findings("run_lanes", 0);
  EXPECT_EQ(out.elements[7], 5);
  EXPECT_EQ(out.elements[32 + 6], 3 + 100 + 1000);
  EXPECT_EQ(out.elements[32 + 9], 3);
  EXPECT_EQ(out.elements[64 + 9], 11 + 300 + 60000);
}

TEST_F(CooperativeGroups, TheGridMeets) {
  run_without_findings("run_neighbours", 100);
  for (int i = 0; i < 3200; ++i) ASSERT_EQ(out.elements[i], (i + 99) % 3200) << i;
}

TEST_F(CooperativeGroups, MoreBlocksThanFitAreRefused) {
  const Evidence evidence = run_on("run_too_many", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::bad_launch);
  EXPECT_EQ(result, 720);
}

TEST_F(CooperativeGroups, TheGridMeetsInCooperativeLaunchesOnly) {
  const Evidence evidence = run_on("run_uncooperative", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::unsupported);
  EXPECT_EQ(library().line(evidence.findings[0].pc), 33);
  EXPECT_EQ(result, 719);
}

}  // namespace
}  // namespace simt::test

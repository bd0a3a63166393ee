#include "grader/words/missing_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "simt/simt.hpp"

namespace grader {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(MissingGuard, AnExtentThatAKernelDoesNotUse) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void turn(char* out, const char* in, int tiles) {\n"
      "  const int tile = blockIdx.x * 4 + threadIdx.x / 32;\n"
      "  out[tile] = in[tile];\n}\n");
  EXPECT_THAT(words_of_missing_guard(source, 3), HasSubstr("no condition asks about tiles"));
}

TEST(MissingGuard, AsManyBlocksAsThereAreRowsNeedNotAsk) {
  const auto said = [](const std::string& grid) {
    return words_of_missing_guard(simt::index_source("__global__ void f(float* y, const float* a, int rows) {\n"
                                                     "  y[blockIdx.x] = a[4 * blockIdx.x];\n}\n"
                                                     "void run(float* y, const float* a, int rows) { f<<<" +
                                                     grid + ", 32>>>(y, a, rows); }\n"),
                                  2);
  };
  EXPECT_THAT(said("rows"), IsEmpty());
  EXPECT_THAT(said("(rows + 7) / 8 * 8"), HasSubstr("no condition asks about rows"));
}

TEST(MissingGuard, WhatTheIndexHasBesides) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void f(float* out, const float* in, int n) {\n"
      "  const int half = gridDim.x * blockDim.x;\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) {\n"
      "    out[i] = in[i];\n"
      "    out[i + half] = in[i + half];\n"
      "  }\n}\n");
  EXPECT_THAT(words_of_missing_guard(source, 5), IsEmpty());
  EXPECT_THAT(words_of_missing_guard(source, 6), HasSubstr("line 4 asks about i, and none asks about half"));
}

TEST(MissingGuard, WhatIsMadeOfAnIndexThatIsAskedAboutNeedsNone) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void f(float* out, const float* in, int rows, int columns) {\n"
      "  const int row = blockIdx.y;\n"
      "  const int column = threadIdx.x;\n"
      "  const int begin = row * columns;\n"
      "  if (row < rows && column < columns) out[begin + column] = in[begin + column];\n}\n");
  EXPECT_THAT(words_of_missing_guard(source, 5), IsEmpty());
}

/// The line that is named for an access of x, y and z that goes past the end, with `guard` before it and `helper` as
/// the lines before the kernel.
int line_without_z(const std::string& guard, const std::string& helper = "", const std::string& access = "") {
  const std::string source =
      helper +
      "__global__ void f(float* out, int w, int h, int d) {\n"
      "  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\n"
      "  const int z = blockIdx.z * blockDim.z + threadIdx.z;\n" +
      guard + "\n" + (access.empty() ? "  out[(z * h + y) * w + x] = 1;\n" : access) + "}\n";
  Finding found;
  found.line = static_cast<int>(std::count(source.begin(), source.end(), '\n')) - 1;
  found.text = "the thread writes past the end";
  const int line = found.line;
  const bool is_moved = blame_missing_guard(simt::index_source(source), found);
  EXPECT_EQ(is_moved, found.line != line);
  return is_moved ? found.line : 0;
}

TEST(MissingGuard, TheConditionIsNamedThatAsksAboutTheOtherNumbersOfTheThread) {
  EXPECT_EQ(line_without_z("  if (x >= w || y >= h) return;"), 4);
  EXPECT_EQ(line_without_z("  const bool in = x < w && y < h;\n  if (!in) return;"), 4);
  EXPECT_EQ(line_without_z("  const bool in = x < w && y < h && z < d;\n  if (!in) return;"), 0);
  EXPECT_EQ(line_without_z("  if (x >= w || y >= h) return;\n  if (z >= d) return;"), 0);
  EXPECT_EQ(line_without_z("  const int i = y * w + x;\n  if (i >= w * h) return;"), 5);
  EXPECT_EQ(line_without_z("  if (x >= w) return;"), 0) << "two are missing, so another mistake is more likely";
  EXPECT_EQ(line_without_z(""), 0);
  EXPECT_EQ(line_without_z("  if (x >= w || y >= h) return;\n  float* const row = out + (z * h + y) * w;", "",
                           "  row[x] = 1;\n"),
            4);
}

TEST(MissingGuard, AHelperThatStoresIsGivenNumbersOfTheThread) {
  const std::string source =
      "__device__ void put(float* out, int x, int y, int w, int h) {\n  if (x >= w) return;\n  out[y * w + x] = 1;\n}\n"
      "__global__ void f(float* out, int w, int h) {\n  const int x = blockIdx.x * 32 + threadIdx.x;\n"
      "  const int y = blockIdx.y * 8 + threadIdx.y;\n  put(out, x, y, w, h);\n}\n";
  Finding found;
  found.line = 3;
  EXPECT_TRUE(blame_missing_guard(simt::index_source(source), found));
  EXPECT_EQ(found.line, 2);
}

TEST(MissingGuard, AFunctionThatLeavesOutOneOfItsParametersIsNamed) {
  const std::string head = "__device__ bool in(int x, int y, int z, int w, int h, int d) {\n";
  EXPECT_EQ(line_without_z("  if (!in(x, y, z, w, h, d)) return;", head + "  return x < w && y < h;\n}\n"), 2);
  EXPECT_EQ(line_without_z("  if (!in(x, y, z, w, h, d)) return;", head + "  return x < w && y < h && z < d;\n}\n"), 0);
}

TEST(SumOfOneWarp, NamesTheLineThatStoresItForABlockOfSeveral) {
  const auto found = [](const std::string& threads, const std::string& place, const std::string& before) {
    return sum_of_one_warp(simt::index_source("__global__ void add(float* y, const float* a, int n) {\n"
                                              "  const int row = blockIdx.x;\n"
                                              "  const float* own = a + row * n;\n"
                                              "  float sum = own[threadIdx.x];\n" +
                                              before +
                                              "  for (int d = 1; d < 32; d *= 2) sum += __shfl_xor_sync(~0u, sum, d);\n"
                                              "  if (threadIdx.x == 0) y[" +
                                              place +
                                              "] = sum;\n}\n"
                                              "void run(float* y, const float* a, int n) { add<<<n, " +
                                              threads + ">>>(y, a, n); }\n"),
                           "run");
  };
  const std::optional<Finding> one = found("64", "row", "");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->line, 6);
  EXPECT_EQ(one->other_line, 8);
  EXPECT_THAT(one->text, HasSubstr("blocks have 64 threads (line 8), which are 2 warps"));
  EXPECT_FALSE(found("32", "row", ""));
  EXPECT_FALSE(found("64", "row * 2 + threadIdx.x / 32", ""));
  EXPECT_FALSE(found("64", "row", "  __shared__ float sums[2];\n"));
  EXPECT_FALSE(found("64", "row", "  atomicAdd(y, sum);\n"));
}

TEST(UnusedByKernel, NamesAnInputThatItsKernelDoesNotUse) {
  const auto found = [](const std::string& index) {
    return unused_by_kernel(
        simt::index_source("__global__ void f(float* out, const float* in, const float* starts, int n) {\n"
                           "  out[threadIdx.x] = in[" +
                           index +
                           "];\n}\n"
                           "void run(float* out, const float* in, const float* starts, int n) {\n"
                           "  f<<<1, 32>>>(out, in, starts, n);\n}\n"),
        "run");
  };
  ASSERT_TRUE(found("threadIdx.x"));
  EXPECT_EQ(found("threadIdx.x")->line, 1);
  EXPECT_THAT(found("threadIdx.x")->text, HasSubstr("f uses starts nowhere"));
  EXPECT_FALSE(found("(int)starts[threadIdx.x]"));
}

TEST(MissingFence, TheLineThatItBelongsToIsNamed) {
  const auto said = [](const std::string& count, simt::Missing missing) {
    const simt::SourceIndex source =
        simt::index_source("__device__ unsigned arrived;\n__device__ void meet(unsigned due) {\n  " + count +
                           "\n  while (*(volatile unsigned*)&arrived < due) {\n  }\n}\n"
                           "__global__ void all(unsigned due) { meet(due); }\nvoid run() { all<<<2, 32>>>(2); }\n");
    return words_of_missing_fence(source, "run", missing, 0);
  };
  const std::string count = "atomicAdd(&arrived, 1);";
  EXPECT_THAT(said(count, simt::Missing::release_fence), HasSubstr("at line 3: __threadfence() belongs before it"));
  EXPECT_THAT(said(count, simt::Missing::acquire_fence), HasSubstr("at line 4: __threadfence() belongs behind"));
  EXPECT_EQ(said(count, simt::Missing::order), "");
  EXPECT_EQ(said(count + "\n  " + count, simt::Missing::release_fence), "");
}

TEST(SumOfOneWarp, IsNoneWhereACooperativeGroupGivesEachWarpAPlace) {
  const auto found = [](const std::string& place) {
    return sum_of_one_warp(
        simt::index_source("__global__ void add(float* y, const float* a, int n) {\n"
                           "  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
                           "  const int row = " +
                           place +
                           ";\n"
                           "  float sum = a[row];\n"
                           "  for (int d = 16; d > 0; d /= 2) sum += warp.shfl_down(sum, d);\n"
                           "  if (warp.thread_rank() == 0) y[row] = sum;\n}\n"
                           "void run(float* y, const float* a, int n) { add<<<n, 64>>>(y, a, n); }\n"),
        "run");
  };
  EXPECT_TRUE(found("blockIdx.x"));
  EXPECT_FALSE(found("blockIdx.x * 2 + warp.meta_group_rank()"));
}

TEST(UnusedByKernel, IsNoneWhereACopyMayBringTheInput) {
  const auto found = [](const std::string& copy) {
    return unused_by_kernel(simt::index_source("__global__ void k(float* x, const float* in) { x[0] = -x[1]; }\n"
                                               "void run(float* x, const float* in) {\n  " +
                                               copy + "k<<<1, 1>>>(x, in);\n}\n"),
                            "run");
  };
  EXPECT_TRUE(found(""));
  EXPECT_FALSE(found("cudaMemcpyAsync(x, in, 8, cudaMemcpyDeviceToDevice); "));
}

TEST(BarrierWorksOnce, IsOneWhoseCounterIsNeitherSetBackNorAskedForMore) {
  const auto found = [](const std::string& due, const std::string& last) {
    return barrier_works_once(simt::index_source("__device__ unsigned arrivals;\n"
                                                 "__device__ void meet(unsigned due) {\n"
                                                 "  atomicAdd(&arrivals, 1);\n"
                                                 "  while (atomicAdd(&arrivals, 0) < " +
                                                 due + ") {\n  }\n" + last +
                                                 "}\n"
                                                 "__global__ void k(int n) { for (int i = 0; i < n; ++i) meet(i); }\n"
                                                 "void run(int n) { k<<<2, 32>>>(n); }\n"),
                              "run");
  };
  const std::optional<Finding> once = found("gridDim.x", "");
  ASSERT_TRUE(once);
  EXPECT_EQ(once->line, 4);
  EXPECT_EQ(once->other_line, 1);
  EXPECT_FALSE(found("due", ""));
  EXPECT_FALSE(found("due * gridDim.x", ""));
  EXPECT_FALSE(found("gridDim.x", "  arrivals = 0;\n"));
  EXPECT_FALSE(found("gridDim.x", "  atomicExch(&arrivals, 0);\n"));
}

/// What is said of a kernel with `declared`, which it fills and reads by the numbers of its threads.
std::optional<Finding> array_in_kernel(const std::string& declared) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* out) {\n  " + declared +
      "\n  const int t = threadIdx.x;\n  tile[t] = out[t];\n  __syncthreads();\n  out[t] = tile[31 - t];\n}\n"
      "void run(float* a) {\n  k<<<1, 32>>>(a);\n}\n");
  return array_of_each_thread(source, "run");
}

TEST(ArrayOfEachThread, IsNamedWhereItsPlacesGoByTheThread) {
  const auto found = array_in_kernel("float tile[32];");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 2);
}

TEST(ArrayOfEachThread, IsNoArrayInSharedMemory) {
  EXPECT_FALSE(array_in_kernel("__shared__ float tile[32];"));
  EXPECT_FALSE(array_in_kernel("extern __shared__ float tile[];"));
  EXPECT_FALSE(array_in_kernel("float* tile = out;"));
  EXPECT_FALSE(array_in_kernel("__shared__ float other[32],\n  tile[32];"));
}

TEST(ArrayOfEachThread, IsTheOwnOfAThreadWhereACounterOfAnotherLoopHasTheSameName) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* out) {\n  float own[4];\n  for (int r = 0; r < 4; ++r) own[r] = out[r];\n"
      "  __syncthreads();\n  for (int r = 0; r < 4; ++r) out[r] += own[r];\n"
      "  for (int r = threadIdx.x; r < 4; r += 32) out[r] = 0;\n}\n"
      "void run(float* a) {\n  k<<<1, 32>>>(a);\n}\n");
  EXPECT_FALSE(array_of_each_thread(source, "run"));
}

}  // namespace
}  // namespace grader

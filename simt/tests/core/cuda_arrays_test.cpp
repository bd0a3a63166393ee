// Memory in two and three dimensions, textures, and the rest of the API that is not in cuda_api_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::HasSubstr;

constexpr const char* shared_source = R"cuda(#include <cuda_runtime.h>
__global__ void tiled(float* data) {
  __shared__ float tile[12 * 1024 / 4];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x ^ 1];
}
extern "C" int occupancy() {
  int blocks = 0, grid = 0, block = 0;
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, tiled) != cudaSuccess) return 1;
  if (attributes.sharedSizeBytes != 12 * 1024 || attributes.maxThreadsPerBlock != 1024) return 2;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tiled, 64, 0);
  if (blocks != 228 / 13) return 3;  // 12 KiB of its own and 1 of the system's
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, tiled);
  if (block != 1024 || grid != 2 * 132) return 4;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, tiled, 0, 100);
  if (block != 96) return 5;
  return 0;
}
)cuda";

class CudaArrays : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("cuda_arrays.cu"));
    return loaded;
  }
  // Each function returns 0, or the number of the line whose requirement failed.
  static Evidence expect_zero(const char* entry) {
    alignas(256) static float memory[64];
    begin_run(std::vector{Allocation{memory, sizeof memory, true, "output"}}, library().base(), everything);
    EXPECT_EQ(library().function<int(float*)>(entry)(memory), 0) << "the line of kernels/cuda_arrays.cu, in " << entry;
    Evidence evidence = without_leaks(finish_run());
    // Many of these functions make calls that must fail.
    std::erase_if(evidence.findings, [](const FindingRecord& f) { return f.kind == FindingKind::failed_call; });
    return evidence;
  }
  static void expect_nothing_found(const char* entry) {
    for (const FindingRecord& finding : expect_zero(entry).findings) {
      ADD_FAILURE() << entry << ", line " << library().line(finding.pc) << ": " << subject(finding);
    }
  }
  static FindingRecord only_finding(const char* entry) {
    const Evidence evidence = expect_zero(entry);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    return evidence.findings.empty() ? FindingRecord() : evidence.findings.front();
  }
};

TEST_F(CudaArrays, Volumes) { expect_nothing_found("volume"); }
TEST_F(CudaArrays, WrongVolumes) { expect_nothing_found("wrong_volumes"); }
TEST_F(CudaArrays, ArraysAndTheirTextures) {
  expect_nothing_found("arrays");
  expect_nothing_found("repeated");
  expect_nothing_found("volume_texture");
}
TEST_F(CudaArrays, TexturesOfMemory) { expect_nothing_found("memory_textures"); }
TEST_F(CudaArrays, WrongArrays) { expect_nothing_found("wrong_arrays"); }

TEST_F(CudaArrays, FetchesFromAFreedArray) { EXPECT_EQ(only_finding("freed_array").kind, FindingKind::use_after_free); }

TEST_F(CudaArrays, FetchesFromAnUnwrittenArray) {
  EXPECT_EQ(only_finding("unwritten_array").kind, FindingKind::uninitialized_global);
}

TEST_F(CudaArrays, FetchesOfAnotherType) {
  EXPECT_THAT(subject(only_finding("other_type")), HasSubstr("a type other than"));
}

TEST_F(CudaArrays, LinearFilteringIsRefusedByNameWithAdvice) {
  const FindingRecord finding = only_finding("linear_filter");
  EXPECT_EQ(finding.kind, FindingKind::unsupported);
  EXPECT_THAT(subject(finding), HasSubstr("linear filtering"));
  EXPECT_THAT(subject(finding), HasSubstr("cudaFilterModePoint"));
  EXPECT_NE(library().line(finding.pc), 0);
}

// A column of an array is half as many sectors as a column of memory. It counts as a load on the line of the fetch.
TEST_F(CudaArrays, FetchesAreLoads) {
  const Evidence evidence = expect_zero("read_column");
  ASSERT_EQ(evidence.traffic.size(), 2u);
  const SiteTraffic& fetch = evidence.traffic[evidence.traffic[0].access == Access::load ? 0 : 1];
  EXPECT_EQ(fetch.requests, 1);
  EXPECT_EQ(fetch.sectors, 16);
  EXPECT_EQ(fetch.bytes, 4);
}

// A line that reads constant memory has the number of passes among its counters: here 1, 16 and 32.
TEST_F(CudaArrays, ConstantMemoryIsCountedByPasses) {
  const Evidence evidence = expect_zero("constants");
  std::vector<std::int64_t> passes;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.space != Space::constant) continue;
    EXPECT_EQ(site.requests, 1);
    EXPECT_EQ(site.sectors, 0);
    EXPECT_EQ(site.conflicts, site.wavefronts - 1);
    passes.push_back(site.wavefronts);
  }
  EXPECT_THAT(passes, testing::UnorderedElementsAre(1, 16, 32));
}

TEST_F(CudaArrays, SymbolsAreCopiedByTheirAddressesToo) { expect_nothing_found("symbols_by_address"); }

TEST_F(CudaArrays, ManagedAndStreamOrderedMemory) { expect_nothing_found("managed_and_async"); }
TEST_F(CudaArrays, PinnedMemory) { expect_nothing_found("pinned"); }
TEST_F(CudaArrays, StreamsAndEvents) { expect_nothing_found("streams"); }
TEST_F(CudaArrays, LaunchesByAddressAndOfNullPointers) { expect_nothing_found("launches"); }
TEST_F(CudaArrays, AccessPolicyWindowsAreChecked) { expect_nothing_found("windows"); }

TEST(CudaApiMore, OccupancyKnowsStaticSharedMemory) {
  const StudentLibrary library(shared_source);
  begin_run({}, library.base(), everything);
  EXPECT_EQ(library.function<int()>("occupancy")(), 0);
  finish_run();
}

}  // namespace
}  // namespace simt::test

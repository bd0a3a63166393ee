// Constant, managed, stream-ordered and pinned memory, and the rest of the API that is not in cuda_api_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "api_calls.hpp"

namespace simt::test {
namespace {

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

class CudaMemory : public ApiCalls {
 protected:
  const StudentLibrary& library() const override {
    static const StudentLibrary loaded(read_kernels("cuda_memory.cu"));
    return loaded;
  }
};

// A line that reads constant memory has the number of wavefronts among its counters: here 1, 16 and 32.
TEST_F(CudaMemory, ConstantMemoryIsCountedByWavefronts) {
  const Evidence evidence = expect_zero("constants");
  std::vector<std::int64_t> wavefronts;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.space != Space::constant) continue;
    EXPECT_EQ(site.requests, 1);
    EXPECT_EQ(site.sectors, 0);
    EXPECT_EQ(site.conflicts, site.wavefronts - 1);
    wavefronts.push_back(site.wavefronts);
  }
  EXPECT_THAT(wavefronts, testing::UnorderedElementsAre(1, 16, 32));
}

TEST_F(CudaMemory, SymbolsAreCopiedByTheirAddressesToo) { expect_nothing_found("symbols_by_address"); }

TEST_F(CudaMemory, ManagedAndStreamOrderedMemory) { expect_nothing_found("managed_and_async"); }
TEST_F(CudaMemory, PinnedMemory) { expect_nothing_found("pinned"); }
// Each more would take longer than the one before.
TEST_F(CudaMemory, PinnedMemoryHasAMostNumberOfPieces) { expect_nothing_found("many_pinned"); }
TEST_F(CudaMemory, DynamicSharedMemoryIsAllowedForOneKernel) {
  std::vector<std::string> lines;
  for (const FindingRecord& finding : expect_zero("shared_of_one_kernel").findings) {
    EXPECT_EQ(finding.kind, FindingKind::bad_launch);
    lines.push_back(library().marker(finding.pc));
  }
  EXPECT_THAT(lines, testing::UnorderedElementsAre("more", "other", "unset", "address"));
}

TEST_F(CudaMemory, NoMoreIsAllocatedThanTheDeviceHas) { expect_nothing_found("whole_memory"); }

TEST_F(CudaMemory, WhatTheHostHasNoRoomForIsRefused) {
  std::size_t kibibytes = 0;
  std::ifstream list("/proc/meminfo");
  for (std::string name, rest; list >> name; std::getline(list, rest)) {
    if (name == "MemAvailable:") list >> kibibytes;
  }
  if (kibibytes == 0 || kibibytes > std::size_t{200} << 20)
    GTEST_SKIP() << "the test needs less than 200 GiB of memory";
  const Evidence evidence = expect_zero("more_than_the_host_has");
  ASSERT_EQ(evidence.findings.size(), 1);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::unsupported);
  EXPECT_EQ(evidence.findings[0].detail, Detail::room_in_memory);
  EXPECT_TRUE(evidence.findings[0].is_missing_feature());
  EXPECT_EQ(evidence.findings[0].numbers[0], std::int64_t{100} << 30);
}

TEST_F(CudaMemory, StreamsAndEvents) { expect_nothing_found("streams"); }
TEST_F(CudaMemory, LaunchesByAddressAndOfNullPointers) { expect_nothing_found("launches"); }
TEST_F(CudaMemory, AccessPolicyWindowsAreChecked) { expect_nothing_found("windows"); }

TEST(CudaOccupancy, KnowsStaticSharedMemory) {
  const StudentLibrary library(shared_source);
  begin_run({}, library.base(), everything);
  EXPECT_EQ(library.function<int()>("occupancy")(), 0);
  finish_run();
}

}  // namespace
}  // namespace simt::test

// A function that must free its memory and wait for its work: what is a mistake when it has returned, and what is not.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

class CheckIsOver : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(
#include <cuda_runtime.h>
constexpr int N = 4096;
static float host[N];
__global__ void fill(float* x, int n) { x[threadIdx.x] = 1; }
extern "C" {
float* memory() { return host; }
int frees() {
  float* device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  cudaFree(device);
  return 0;
}
int keeps() {
  static float* device = nullptr;
  if (device == nullptr) cudaMalloc(&device, sizeof host);  // @malloc
  return 0;
}
int goes_on() {
  cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
  float* device;
  cudaMallocAsync(&device, sizeof host, nullptr);
  cudaMemsetAsync(device, 0, sizeof host, nullptr);
  cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, nullptr);  // @copy
  cudaFreeAsync(device, nullptr);
  return 0;
}
int takes_the_error() {
  float* device;
  cudaMalloc(&device, N);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);  // @too_long
  const int error = cudaGetLastError();
  cudaFree(device);
  return error;
}
int launch_fails() {
  float* device;
  cudaMalloc(&device, sizeof host);
  fill<<<1, 1056>>>(device, N);  // @launch
  const int error = cudaGetLastError();
  cudaFree(device);
  return error;
}
int from_freed() {
  float* device;
  cudaMalloc(&device, sizeof host);
  cudaFree(device);
  return cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);  // @copy_of_freed
}
int to_freed() {
  float* device;
  cudaMalloc(&device, sizeof host);
  cudaFree(device);
  return cudaMemcpy(device, host, sizeof host, cudaMemcpyDefault);  // @copy_to_freed
}
int frees_twice() {
  float* device;
  cudaMalloc(&device, sizeof host);
  cudaFree(device);
  return cudaFree(device);  // @second_free
}
}
)cuda");
    return loaded;
  }

  /// What is found when `entry` has returned to a caller that reads the library's host memory.
  static std::vector<FindingRecord> found(const char* entry) {
    begin_run({}, library().base(), everything);
    const int returned = library().function<int()>(entry)();
    const auto* const memory = reinterpret_cast<const std::byte*>(library().function<float*()>("memory")());
    const std::span<const std::byte> read_next[] = {{memory, 4096 * sizeof(float)}};
    check_is_over(read_next, returned);
    return finish_run().findings;
  }
  static FindingRecord only(const char* entry) {
    const std::vector<FindingRecord> all = found(entry);
    EXPECT_EQ(all.size(), 1U) << entry;
    return all.empty() ? FindingRecord{} : all.front();
  }
};

TEST_F(CheckIsOver, WhatIsFreedIsRight) { EXPECT_TRUE(found("frees").empty()); }

TEST_F(CheckIsOver, MemoryThatIsKeptIsAMistakeInTheCallThatAsksForIt) {
  const FindingRecord leak = only("keeps");
  EXPECT_EQ(leak.kind, FindingKind::leak);
  EXPECT_EQ(leak.detail, Detail::must_be_freed);
  EXPECT_FALSE(leak.is_remark());
  EXPECT_EQ(leak.count, 1);
  EXPECT_EQ(leak.distance, 4096 * 4);
  EXPECT_EQ(library().marker(leak.pc), "malloc");
  EXPECT_TRUE(found("keeps").empty()) << "a leak belongs to the run that allocated";
}

TEST_F(CheckIsOver, ACopyThatIsStillOnItsWayRacesWithTheCaller) {
  const FindingRecord race = only("goes_on");
  EXPECT_EQ(race.kind, FindingKind::host_race);
  EXPECT_EQ(race.detail, Detail::caller_reads);
  EXPECT_EQ(library().marker(race.pc), "copy");
}

TEST_F(CheckIsOver, TheCallWhoseErrorIsReturnedIsNamed) {
  const FindingRecord failed = only("takes_the_error");
  EXPECT_EQ(failed.kind, FindingKind::failed_call);
  EXPECT_EQ(failed.detail, Detail::copy_past_target);
  EXPECT_EQ(library().marker(failed.pc), "too_long");
}

TEST_F(CheckIsOver, ALaunchThatFailedIsNamedOnce) {
  const FindingRecord launch = only("launch_fails");
  EXPECT_EQ(launch.kind, FindingKind::bad_launch);
  EXPECT_EQ(library().marker(launch.pc), "launch");
}

TEST_F(CheckIsOver, FreedMemoryIsNamed) {
  EXPECT_EQ(only("from_freed").detail, Detail::copy_from_freed);
  EXPECT_EQ(only("to_freed").detail, Detail::copy_to_freed);
  EXPECT_EQ(only("frees_twice").detail, Detail::frees_freed);
  EXPECT_EQ(library().marker(only("frees_twice").pc), "second_free");
}

}  // namespace
}  // namespace simt::test

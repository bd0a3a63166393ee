// Arithmetic that kernels report is carried out by warps: lanes that are elsewhere, or have less of it, wait.
#include <gtest/gtest.h>

#include "simt/devices.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

constexpr const char* source = R"cuda(#include <cuda_runtime.h>
__device__ __forceinline__ float a(float x, int rounds) {
  simt_multiply_adds(rounds, "a()");
  for (int i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9f);
  return x;
}
__device__ __forceinline__ float b(float x, int rounds) {
  simt_multiply_adds(rounds, "b()");
  for (int i = 0; i < rounds; ++i) x = fmaf(x, x, -1.5f);
  return x;
}
__global__ void all(float* out) { out[threadIdx.x] = a(out[threadIdx.x], 10); }
__global__ void by_lane(float* out) {
  const float x = out[threadIdx.x];
  out[threadIdx.x] = threadIdx.x % 2 == 0 ? a(x, 10) : b(x, 10);
}
__global__ void by_warp(float* out) {
  const float x = out[threadIdx.x];
  out[threadIdx.x] = threadIdx.x < 32 ? a(x, 10) : b(x, 10);
}
__global__ void in_turn(float* out) {
  float x = out[threadIdx.x];
  for (int i = 0; i < 20; ++i) {
    if ((i + threadIdx.x) % 2 == 0) x = a(x, 1);
  }
  out[threadIdx.x] = x;
}
__global__ void ragged(float* out) { out[threadIdx.x] = a(out[threadIdx.x], threadIdx.x + 1); }
__global__ void one_lane(float* out) {
  if (threadIdx.x % 32 == 7) out[threadIdx.x] = a(out[threadIdx.x], 10);
}
__global__ void same_by_lane(float* out) {
  float x = out[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    x = a(x, 10);
    out[threadIdx.x] = x + 1;
  } else {
    x = a(x, 10);
    out[threadIdx.x] = x + 2;
  }
}
extern "C" void entry(int which, float* out) {
  switch (which) {
    case 0:
      all<<<1, 64>>>(out);
      break;
    case 1:
      by_lane<<<1, 64>>>(out);
      break;
    case 2:
      by_warp<<<1, 64>>>(out);
      break;
    case 3:
      in_turn<<<1, 64>>>(out);
      break;
    case 4:
      ragged<<<1, 64>>>(out);
      break;
    case 5:
      one_lane<<<1, 64>>>(out);
      break;
    case 6:
      same_by_lane<<<1, 64>>>(out);
      break;
  }
}
)cuda";

class ReportedArithmetic : public testing::Test {
 protected:
  /// For each of the 64 threads, by so many that wait as by those that compute.
  double of_a_thread(int which, const char* device = "h200") {
    RunOptions options{.count_traffic = true};
    options.device = load_device(COURSE_ROOT "/simt/devices", device);
    std::fill_n(out_.data(), 64, 0.5F);
    const Evidence evidence =
        run<void(int, float*)>(library_, {out_.lend("out")}, options, "entry", which, out_.data());
    EXPECT_TRUE(evidence.findings.empty());
    return evidence.issued_multiply_adds / 64;
  }

  /// The call with most of it.
  ArithmeticSite busiest(int which) {
    RunOptions options{.count_traffic = true};
    options.device = load_device(COURSE_ROOT "/simt/devices", "h200");
    std::fill_n(out_.data(), 64, 0.5F);
    return run<void(int, float*)>(library_, {out_.lend("out")}, options, "entry", which, out_.data())
        .busiest_arithmetic.front();
  }

  StudentLibrary library_{source};
  Buffer<float> out_{64};
};

TEST_F(ReportedArithmetic, OfFullWarpsIsThatOfTheirLanes) { EXPECT_EQ(of_a_thread(0), 10); }

TEST_F(ReportedArithmetic, BothSidesOfABranchTakeTime) {
  EXPECT_EQ(of_a_thread(1), 20);
  EXPECT_EQ(of_a_thread(6), 20) << "also where both are the same";
}

TEST_F(ReportedArithmetic, WarpsDoNotWaitForEachOther) { EXPECT_EQ(of_a_thread(2), 10); }

// In each round one half of the lanes is busy.
TEST_F(ReportedArithmetic, LanesInDifferentRoundsWaitForEachOther) { EXPECT_EQ(of_a_thread(3), 20); }

TEST_F(ReportedArithmetic, AWarpWaitsForTheLaneWithTheMost) { EXPECT_EQ(of_a_thread(4), (32 + 64) / 2); }

TEST_F(ReportedArithmetic, OneLaneKeepsTheWarp) { EXPECT_EQ(of_a_thread(5), 10); }

// It serves memory by halves of a warp, and carries out instructions by whole warps.
TEST_F(ReportedArithmetic, WarpsAreWholeOnAChipOf2008) { EXPECT_EQ(of_a_thread(1, "gtx280"), 20); }

TEST_F(ReportedArithmetic, HowManyLanesTakePartIsKnown) {
  EXPECT_EQ(busiest(0).lanes, 32);
  EXPECT_EQ(busiest(1).lanes, 16);
  EXPECT_EQ(busiest(5).lanes, 1);
  EXPECT_NE(busiest(1).pc, 0U);
}

}  // namespace
}  // namespace simt::test

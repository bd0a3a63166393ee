// How often warps carry out the pieces of kernels, and what instructions those are.
#include "simt/core/threads/counted_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "simt/devices.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

using core::CodeCounts;
using core::CountedCode;
using memory::Pipe;

/// Lane `lane` of a warp goes on and comes to `code` so many times.
class Warps {
 public:
  void go_on(std::uint32_t warp, int lane, CountedCode& code, int times) {
    counts_.go_on(warp, std::uint32_t{1} << lane);
    counts_.begin(code, ++turn_, execute_);
    code.times += times;
  }
  std::int64_t end() {
    counts_.end(execute_);
    return executed_;
  }

 private:
  CodeCounts counts_;
  std::uint64_t turn_ = 0;
  std::int64_t executed_ = 0;
  std::function<void(const memory::CodeCost&, std::int64_t)> execute_ =
      [this](const memory::CodeCost&, std::int64_t times) { executed_ += times; };
};

TEST(CodeCounts, AWarpDoesWhatItsBusiestLaneDoes) {
  Warps warps;
  CountedCode code;
  for (int lane = 0; lane < 32; ++lane) warps.go_on(0, lane, code, lane == 7 ? 100 : 60);
  EXPECT_EQ(warps.end(), 100);
}

TEST(CodeCounts, WarpsAndPhasesAddUp) {
  Warps warps;
  CountedCode code;
  for (std::uint32_t warp = 0; warp < 3; ++warp) {
    for (int lane = 0; lane < 32; ++lane) warps.go_on(warp, lane, code, 5);
  }
  for (int phase = 0; phase < 2; ++phase) {  // behind a barrier
    for (int lane = 0; lane < 32; ++lane) warps.go_on(2, lane, code, 1);
  }
  EXPECT_EQ(warps.end(), 17);
}

TEST(CodeCounts, WhatHostCodeDidDoesNotCount) {
  Warps warps;
  CountedCode code;
  code.times = 1000;
  warps.go_on(0, 0, code, 1);
  EXPECT_EQ(warps.end(), 1);
}

// ---- kernels ----

constexpr const char* source = R"(#include <cuda_runtime.h>
__global__ void chain(float* out, float y, int rounds) {
  float x = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) x = fmaf(x, y, y);
  out[threadIdx.x] = x;
}
__global__ void two_chains(float* out, float y, int rounds) {
  float x = out[threadIdx.x], z = y;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) { x = fmaf(x, y, y); z = fmaf(z, y, y); }
  out[threadIdx.x] = x + z;
}
__global__ void two_paths(float* out, float y, int rounds) {
  float x = out[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) x = fmaf(x, y, y);
  } else {
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) x = fmaf(y, x, 1.0f);
  }
  out[threadIdx.x] = x;
}
__global__ void by_lane(float* out, float y, int rounds) {
  float x = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds * (threadIdx.x + 1); ++i) x = fmaf(x, y, y);
  out[threadIdx.x] = x;
}
__global__ void divide(int* out, int y, int rounds) {
  int x = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) x = out[i % 8] / (x | 1) + i;
  out[threadIdx.x] = x;
}
__global__ void fast_sine(float* out, int rounds) {
  float x = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) x = __sinf(x);
  out[threadIdx.x] = x;
}
__global__ void doubles(float* out, double y, int rounds) {
  double x = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) x = fma(x, y, y);
  out[threadIdx.x] = static_cast<float>(x);
}
__global__ void shuffle(float* out, int rounds) {
  float x = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) x = __shfl_xor_sync(0xffffffffu, x, 1);
  out[threadIdx.x] = x;
}
__global__ void update(int* out, int rounds) {
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) atomicAdd(out + threadIdx.x, i);
}
extern "C" void entry(int which, float* out, int rounds) {
  int* const whole = reinterpret_cast<int*>(out);
  switch (which) {
    case 0: chain<<<2, 64>>>(out, 0.5f, rounds); break;
    case 1: two_chains<<<2, 64>>>(out, 0.5f, rounds); break;
    case 2: two_paths<<<2, 64>>>(out, 0.5f, rounds); break;
    case 3: by_lane<<<1, 32>>>(out, 0.5f, rounds); break;
    case 4: divide<<<2, 64>>>(whole, 3, rounds); break;
    case 5: fast_sine<<<2, 64>>>(out, rounds); break;
    case 6: doubles<<<2, 64>>>(out, 0.5, rounds); break;
    case 7: shuffle<<<2, 64>>>(out, rounds); break;
    case 8: update<<<2, 64>>>(whole, rounds); break;
  }
}
)";

constexpr int warps = 4;

class InstructionsTest : public testing::Test {
 protected:
  /// What 100 rounds more do, for a round of a warp.
  memory::Work of_a_round(int which) {
    const memory::Work few = work(which, 100), many = work(which, 200);
    memory::Work result;
    for (std::size_t i = 0; i < few.issued.size(); ++i) {
      result.issued[i] = (many.issued[i] - few.issued[i]) / 100 / warps;
      result.chained[i] = (many.chained[i] - few.chained[i]) / 100 / warps;
    }
    return result;
  }
  static double issued(const memory::Work& work, Pipe pipe) { return work.issued[static_cast<std::size_t>(pipe)]; }
  /// All kinds: the round's counter is as long a chain as a multiply-add.
  static double chained(const memory::Work& work) {
    return std::accumulate(work.chained.begin(), work.chained.end(), 0.0);
  }

  memory::Work work(int which, int rounds) {
    RunOptions options{.count_traffic = true, .model_caches = true, .gather_work = true, .find_races = false};
    options.device = load_device(COURSE_ROOT "/simt/devices", "h200");
    std::fill_n(out_.data(), 64, 1.5F);
    const Evidence evidence =
        run<void(int, float*, int)>(library_, {out_.lend("out")}, options, "entry", which, out_.data(), rounds);
    EXPECT_TRUE(evidence.findings.empty());
    return evidence.work.at(0);
  }

  StudentLibrary library_{source, {"-DSIMT_COUNTS_INSTRUCTIONS"}};
  Buffer<float> out_{64};
};

TEST_F(InstructionsTest, AMultiplyAddWaitsForTheOneBefore) {
  const memory::Work round = of_a_round(0);
  EXPECT_EQ(issued(round, Pipe::single), 1);
  EXPECT_EQ(chained(round), 1);
  EXPECT_EQ(issued(round, Pipe::sum), 1);      // counting,
  EXPECT_EQ(issued(round, Pipe::integer), 1);  // comparing,
  EXPECT_EQ(issued(round, Pipe::control), 1);  // and going back
  EXPECT_EQ(issued(round, Pipe::memory), 0);
}

TEST_F(InstructionsTest, TwoChainsWaitTogether) {
  EXPECT_EQ(issued(of_a_round(1), Pipe::single), 2);
  EXPECT_EQ(chained(of_a_round(1)), 1);
}

TEST_F(InstructionsTest, BothPathsOfAWarpAreCarriedOut) { EXPECT_EQ(issued(of_a_round(2), Pipe::single), 2); }

TEST_F(InstructionsTest, AWarpGoesOnUntilItsLastLaneHasEnded) {
  EXPECT_EQ(issued(of_a_round(3), Pipe::single) * warps, 32);  // one warp only
  EXPECT_EQ(issued(of_a_round(3), Pipe::integer) * warps, 32);
  EXPECT_EQ(issued(of_a_round(3), Pipe::product) * warps, 0);  // is the same in each round
}

TEST_F(InstructionsTest, OperationsAreSeveralInstructions) {
  EXPECT_EQ(issued(of_a_round(4), Pipe::special), 3);  // a reciprocal, and conversions before and after it
  EXPECT_EQ(issued(of_a_round(4), Pipe::product), 4);
  EXPECT_GT(issued(of_a_round(4), Pipe::integer), 5);
  EXPECT_EQ(issued(of_a_round(5), Pipe::special), 1);
  EXPECT_EQ(issued(of_a_round(5), Pipe::single), 1);
  EXPECT_EQ(issued(of_a_round(6), Pipe::doubles), 1);
  EXPECT_EQ(issued(of_a_round(7), Pipe::exchange), 1);
}

TEST_F(InstructionsTest, TheMemoryCalculatesAtomicUpdates) {
  EXPECT_EQ(issued(of_a_round(8), Pipe::memory), 1);
  EXPECT_EQ(issued(of_a_round(8), Pipe::integer), 1);
}

TEST_F(InstructionsTest, NothingIsCountedWhereNothingAsksForIt) {
  const StudentLibrary plain(source);
  RunOptions options{.count_traffic = true, .model_caches = true, .gather_work = true, .find_races = false};
  options.device = load_device(COURSE_ROOT "/simt/devices", "h200");
  const Evidence evidence =
      run<void(int, float*, int)>(plain, {out_.lend("out")}, options, "entry", 0, out_.data(), 10);
  for (const double each : evidence.work.at(0).issued) EXPECT_EQ(each, 0);
}

}  // namespace
}  // namespace simt::test

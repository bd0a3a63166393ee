// The order in which lanes, warps and blocks run: the same for the same seed, another for another.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, int, int);
constexpr int room = 4096;

class Schedules : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
// out[0] is a counter, out[1 …] holds the threads in the order in which they ran.
__global__ void arrivals(int* out) {
  out[1 + atomicAdd(out, 1)] = blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void last_writer(int* out) { out[0] = blockIdx.x; }
__global__ void each_after_the_one_before(int* out) {
  if (threadIdx.x == 0) {
    volatile int* done = out;
    if (blockIdx.x > 0) while (done[blockIdx.x - 1] == 0) {}
    done[blockIdx.x] = 1;
  }
}
// out[0] is a counter. The block that draws number i stores its own number in 64 words from 64 * (i + 1) on.
__device__ void work(int* out, int count) {
  for (int i; (i = atomicAdd(out, 1)) < count;) {
    for (int k = 0; k < 64; ++k) out[64 * (i + 1) + k] = blockIdx.x;
  }
}
__global__ void draw(int* out, int count) { work(out, count); }
__global__ void drawn_by_the_first(int* out, int count) {
  if (blockIdx.x == 0) work(out, count);
}
__global__ void drawn_chain(int* out) {
  const int number = atomicAdd(out + 1000, 1);
  volatile int* done = out;
  if (number > 0) while (done[number - 1] == 0) {}
  done[number] = 1;
}
__global__ void strided(int* out) {
  __shared__ int tile[32][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[(threadIdx.y + 8 * blockIdx.x) * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
extern "C" {
void run_arrivals(int* out, int blocks, int threads) { arrivals<<<blocks, threads>>>(out); }
void run_last_writer(int* out, int blocks, int threads) { last_writer<<<blocks, threads>>>(out); }
void run_chain(int* out, int blocks, int threads) { each_after_the_one_before<<<blocks, threads>>>(out); }
void run_draw(int* out, int blocks, int count) { draw<<<blocks, 1>>>(out, count); }
void run_drawn_by_the_first(int* out, int blocks, int count) { drawn_by_the_first<<<blocks, 1>>>(out, count); }
void run_drawn_chain(int* out, int blocks, int) { drawn_chain<<<blocks, 1>>>(out); }
void run_strided(int* out, int blocks, int) { strided<<<blocks, dim3(32, 8)>>>(out); }
}
)cuda");
    return loaded;
  }

  Evidence run_with(std::uint64_t seed, const char* entry, int blocks, int threads, RunOptions options = count_only) {
    out = Buffer<int>(room, 0);
    options.schedule = seed;
    return run<Entry>(library(), {out.lend("output 0")}, options, entry, out.data(), blocks, threads);
  }
  std::vector<int> arrivals(std::uint64_t seed, int blocks, int threads) {
    run_with(seed, "run_arrivals", blocks, threads);
    return {out.data() + 1, out.data() + 1 + blocks * threads};
  }

  Buffer<int> out{0};
};

TEST_F(Schedules, TheSameSeedIsTheSameOrder) {
  EXPECT_EQ(arrivals(7, 8, 96), arrivals(7, 8, 96));
  EXPECT_NE(arrivals(7, 8, 96), arrivals(8, 8, 96));
  EXPECT_NE(arrivals(7, 8, 96), arrivals(0, 8, 96));
}

TEST_F(Schedules, OneIsTheUsualOrderTurnedAround) {
  for (const auto& [blocks, threads] : {std::pair{1, 3}, {1, 32}, {1, 96}, {3, 32}, {7, 100}, {132, 16}}) {
    std::vector<int> usual = arrivals(0, blocks, threads);
    std::reverse(usual.begin(), usual.end());
    EXPECT_EQ(arrivals(1, blocks, threads), usual) << blocks << " x " << threads;
  }
}

// Blocks and threads beside each other change their order as well where all are mixed.
TEST_F(Schedules, OfThreeEachIsFirstSecondAndLast) {
  std::set<std::vector<int>> lanes, warps;
  for (std::uint64_t seed = 2; seed <= 60; ++seed) {
    lanes.insert(arrivals(seed, 1, 3));
    std::vector<int> came = arrivals(seed, 1, 96);
    std::erase_if(came, [](int thread) { return thread % 32 != 0; });
    warps.insert(came);
  }
  EXPECT_EQ(lanes.size(), 6U);
  EXPECT_EQ(warps.size(), 6U);
}

TEST_F(Schedules, EveryThreadRunsOnce) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const std::vector<int> came = arrivals(seed, 20, 100);
    EXPECT_EQ(std::set<int>(came.begin(), came.end()).size(), 2000U) << seed;
  }
}

TEST_F(Schedules, LanesWarpsAndBlocksAreMixed) {
  std::set<int> first_lanes, first_warps, first_blocks;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    first_lanes.insert(arrivals(seed, 1, 32).front());
    first_warps.insert(arrivals(seed, 1, 128).front() / 32);
    first_blocks.insert(arrivals(seed, 16, 1).front());
  }
  EXPECT_GT(first_lanes.size(), 5U);
  EXPECT_EQ(first_warps.size(), 4U);
  EXPECT_GT(first_blocks.size(), 5U);
}

TEST_F(Schedules, ARaceGivesAnotherAnswer) {
  std::set<int> answers;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Evidence evidence = run_with(seed, "run_last_writer", 8, 1, races_only);
    ASSERT_EQ(evidence.findings.size(), 1U) << seed;
    EXPECT_EQ(evidence.findings[0].kind, FindingKind::global_race);
    answers.insert(out.elements[0]);
  }
  EXPECT_GT(answers.size(), 3U);
}

TEST_F(Schedules, ABlockMayWaitForABlockOfALowerNumber) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_TRUE(run_with(seed, "run_chain", 150, 32).findings.empty()) << seed;
    EXPECT_EQ(out.elements[149], 1);
  }
}

// CUDA promises no order in which blocks begin. With room for all of them it does not matter.
TEST_F(Schedules, WhereAnyBlockMayBeginABlockMayOnlyWaitForThoseThatHave) {
  RunOptions any = count_only;
  any.begins_any_block = true;
  const auto deadlocks = [&](const char* entry) {
    int count = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      for (const FindingRecord& finding : run_with(seed, entry, 150, 1, any).findings) {
        EXPECT_EQ(finding.kind, FindingKind::deadlock) << entry;
        ++count;
      }
    }
    return count;
  };
  EXPECT_EQ(deadlocks("run_chain"), 0);
  any.device.multiprocessors = 1;
  any.device.blocks_per_multiprocessor = 2;
  EXPECT_EQ(deadlocks("run_chain"), 10);
  EXPECT_EQ(deadlocks("run_drawn_chain"), 0);
  any.begins_any_block = false;
  any.device.blocks_per_multiprocessor = 30;  // as many as are mixed
  EXPECT_EQ(deadlocks("run_chain"), 0);
}

TEST_F(Schedules, BlocksThatDrawNumbersShareThem) {
  constexpr int blocks = 4, numbers = 40;
  const auto busiest = [&](const char* entry) {
    run_with(0, entry, blocks, numbers);
    std::vector<int> drawn(blocks);
    for (int i = 0; i < numbers; ++i)
      ++drawn[static_cast<std::size_t>(out.elements[static_cast<std::size_t>(64 * (i + 1))])];
    return *std::max_element(drawn.begin(), drawn.end());
  };
  EXPECT_LE(busiest("run_draw"), numbers / 3);
  EXPECT_EQ(busiest("run_drawn_by_the_first"), numbers);
}

TEST_F(Schedules, CountsAreTheSameInEverySchedule) {
  const Evidence usual = run_with(0, "run_strided", 16, 0);
  for (const std::uint64_t number : {1, 3}) {
    const Evidence other = run_with(number, "run_strided", 16, 0);
    ASSERT_EQ(usual.traffic.size(), other.traffic.size());
    for (std::size_t i = 0; i < usual.traffic.size(); ++i) {
      EXPECT_EQ(usual.traffic[i].requests, other.traffic[i].requests);
      EXPECT_EQ(usual.traffic[i].sectors, other.traffic[i].sectors);
      EXPECT_EQ(usual.traffic[i].wavefronts, other.traffic[i].wavefronts);
    }
    EXPECT_EQ(usual.partition_camping, other.partition_camping);
  }
}

}  // namespace
}  // namespace simt::test

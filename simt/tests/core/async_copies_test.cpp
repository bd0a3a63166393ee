// Asynchronous copies into shared memory: what they copy, when the data is visible, and the findings without a wait.
#include <gtest/gtest.h>

#include "simt/core/threads/async_copies.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class AsyncCopies : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("async_copies.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<float>(n);
    for (int i = 0; i < n; ++i) in.elements[i] = static_cast<float>(i + 1);
    out = Buffer<float>(n, -1);
    RunOptions options;
    options.find_races = options.count_traffic = true;
    return run<Entry>(library(), {in.lend("in", false), out.lend("out")}, options, entry, out.data(), in.data(), n);
  }

  void expect_finding(const char* entry, int n, FindingKind kind) {
    const Evidence evidence = run_on(entry, n);
    ASSERT_FALSE(evidence.findings.empty()) << entry;
    EXPECT_EQ(evidence.findings.front().kind, kind) << entry;
  }

  Buffer<float> in{0}, out{0};
};

TEST_F(AsyncCopies, CopiesAreVisibleAfterTheWaitAndABarrier) {
  EXPECT_TRUE(run_on("run_floats", 64).findings.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.elements[i], 64 - i);
  EXPECT_TRUE(run_on("run_pairs", 128).findings.empty());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out.elements[i], 128 - (i ^ 1)) << "pairs, the last pair first";
  EXPECT_TRUE(run_on("run_by_group", 64).findings.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.elements[i], 64 - i);
}

TEST_F(AsyncCopies, AWaitMayLeaveTheLatestBatchPending) {
  EXPECT_TRUE(run_on("run_piped", 5 * 64).findings.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.elements[i], 5 * (64 - i) + 64 * (0 + 1 + 2 + 3 + 4)) << i;
}

TEST_F(AsyncCopies, BytesBeyondTheSourceAreZero) {
  EXPECT_TRUE(run_on("run_filled", 4).findings.empty());
  EXPECT_EQ(std::vector<float>(out.elements.begin(), out.elements.end()), (std::vector<float>{1, 2, 3, 0}));
}

TEST_F(AsyncCopies, WithoutAWaitTheDestinationIsUninitialized) {
  expect_finding("run_no_wait", 64, FindingKind::uninitialized_shared);
}

TEST_F(AsyncCopies, ReadingAnotherThreadsCopyNeedsABarrier) {
  expect_finding("run_no_barrier", 64, FindingKind::shared_race);
}

// The source may be read at any time until the copy is complete.
TEST_F(AsyncCopies, TheSourceMustNotChangeBeforeTheWait) {
  for (const char* entry :
       {"run_source_own", "run_source_of_group", "run_source_behind_barrier", "run_source_by_atomic",
        "run_source_before_arrival", "run_source_before_phase_ends", "run_source_of_stage"}) {
    const Evidence evidence = run_on(entry, 64);
    ASSERT_FALSE(evidence.findings.empty()) << entry;
    EXPECT_EQ(evidence.findings.front().kind, FindingKind::global_race) << entry;
    EXPECT_EQ(evidence.findings.front().detail, Detail::copy_in_flight) << entry;
    EXPECT_EQ(library().marker(evidence.findings.front().pc).rfind("change", 0), 0U) << entry;
  }
}

TEST_F(AsyncCopies, TheSourceMayChangeAfterTheWait) {
  for (const char* entry : {"run_source_after", "run_source_of_group_after", "run_source_after_phase",
                            "run_source_of_stage_after", "run_source_of_zeros", "run_source_seen_by_another"}) {
    EXPECT_TRUE(run_on(entry, 64).findings.empty()) << entry;
  }
}

TEST_F(AsyncCopies, ArrivingAtABarrierIsNoWait) {
  for (const char* entry : {"run_read_before_phase_ends", "run_block_barrier_for_wait"}) {
    const Evidence evidence = run_on(entry, 64);
    ASSERT_FALSE(evidence.findings.empty()) << entry;
    EXPECT_EQ(evidence.findings.front().kind, FindingKind::shared_race) << entry;
    EXPECT_EQ(evidence.findings.front().detail, Detail::copy_in_flight) << entry;
  }
}

// In the emulator the copy happens at the next wait, after a barrier. On a GPU it can happen earlier.
TEST_F(AsyncCopies, ACopyIntoATileThatIsStillReadIsARace) {
  expect_finding("run_piped_no_barrier", 5 * 64, FindingKind::shared_race);
}

TEST_F(AsyncCopies, CopiesMustBeOf4Or8Or16Bytes) { expect_finding("run_odd", 1, FindingKind::unsupported); }

TEST_F(AsyncCopies, CopiesMustGoIntoSharedMemory) { expect_finding("run_to_global", 1, FindingKind::unsupported); }

TEST_F(AsyncCopies, ABarriersPhaseMustBeWaitedFor) {
  EXPECT_TRUE(run_on("run_barrier", 64).findings.empty());
  expect_finding("run_no_one_waits", 64, FindingKind::shared_race);
}

TEST_F(AsyncCopies, ABarrierMustBeInitialized) { expect_finding("run_no_init", 64, FindingKind::uninitialized_shared); }

TEST_F(AsyncCopies, AThreadMissingAtABarrierIsADeadlock) {
  const Evidence evidence = run_on("run_one_does_not_come", 64);
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(evidence.findings.back().kind, FindingKind::deadlock);
  EXPECT_EQ(library().marker(evidence.findings.back().pc), "wait");
}

TEST_F(AsyncCopies, APipelinesStagesMustBeWaitedForAndReleased) {
  EXPECT_TRUE(run_on("run_pipeline", 5 * 64).findings.empty());
  expect_finding("run_pipeline_no_wait", 5 * 64, FindingKind::shared_race);
  const Evidence evidence = run_on("run_pipeline_no_release", 5 * 64);
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(evidence.findings.back().kind, FindingKind::deadlock);
}

// A GPU has its own instructions for barriers. They are neither loads nor stores.
TEST_F(AsyncCopies, BarriersAreNotTraffic) {
  std::int64_t wavefronts = 0;
  for (const SiteTraffic& site : run_on("run_barrier", 64).traffic) {
    if (site.space == Space::shared) wavefronts += site.wavefronts;
  }
  EXPECT_EQ(wavefronts, 4) << "two warps: a copy and a load each";
}

TEST_F(AsyncCopies, ACopyCountsAsAGlobalLoadAndASharedStore) {
  const Evidence evidence = run_on("run_floats", 64);
  int loads = 0, stores = 0;
  for (const SiteTraffic& site : evidence.traffic) {
    if (library().marker(site.pc) != "copy") continue;
    EXPECT_EQ(site.requests, 2U) << "one for each warp";
    if (site.space == Space::global && site.access == Access::load) loads += static_cast<int>(site.sectors);
    if (site.space == Space::shared && site.access == Access::store) stores += static_cast<int>(site.wavefronts);
  }
  EXPECT_EQ(loads, 8);
  EXPECT_EQ(stores, 2);
}

TEST(AsyncCopiesOfThreads, CopiesOfABlockThatEndedAreDropped) {
  core::AsyncCopies copies;
  for (const std::uint64_t thread : {7, 8, 9, 10}) {
    copies.add(thread, {});
    copies.commit(thread);
  }
  copies.drop(8, 10);
  EXPECT_TRUE(copies.take(7, 0));
  EXPECT_FALSE(copies.take(8, 0));
  EXPECT_FALSE(copies.take(9, 0));
  EXPECT_TRUE(copies.take(10, 0));
}

}  // namespace
}  // namespace simt::test

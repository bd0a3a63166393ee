// Blocks that wait for each other: flags, tickets, barriers across the grid, and deadlocks.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, const int*, int);

class GridOfBlocks : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("grid.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    out = Buffer<int>(64 * 1024, -1);
    return run<Entry>(library(), {out.lend("output 0")}, everything, entry, out.data(), nullptr, n);
  }
  void run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": kind " << static_cast<int>(evidence.findings[0].kind)
                                           << " line " << library().line(evidence.findings[0].pc);
  }
  FindingRecord find(const char* entry) {
    const Evidence evidence = run_on(entry, 0);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    return evidence.findings.empty() ? FindingRecord{} : evidence.findings.front();
  }

  Buffer<int> out{0};
};

TEST_F(GridOfBlocks, EarlierBlocksMayWaitForLaterOnes) {
  run_without_findings("run_backwards", 100);
  for (int i = 0; i < 100 * 32; ++i) ASSERT_EQ(out.elements[i], i / 32) << "shared memory is each block's own";
}

TEST_F(GridOfBlocks, ABarrierAcrossTheGrid) {
  run_without_findings("run_relay", 132);
  for (int i = 0; i < 132 * 64; ++i) ASSERT_EQ(out.elements[i], 5) << i;
}

TEST_F(GridOfBlocks, TheLastBlockSeesWhatAllWrote) {
  run_without_findings("run_last_block", 50);
  EXPECT_EQ(out.elements[0], 49 * 25);
}

TEST_F(GridOfBlocks, ABarrierOfMoreBlocksThanFitIsADeadlock) {
  const FindingRecord finding = find("run_large_relay");
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
  EXPECT_EQ(library().marker(finding.pc), "barrier_loop");
  EXPECT_EQ(subject(finding), "the grid has 133 blocks, of which only 132 can be resident at a time");
  EXPECT_EQ(std::string(finding.kernel), "relay");
  EXPECT_STREQ(last_error_name(), "cudaErrorLaunchTimeout");
}

// With the limit on work, too, that is what is wrong. A small device, so that all blocks have their turns soon.
TEST_F(GridOfBlocks, MoreBlocksThanFitAreADeadlockHoweverTheyWait) {
  RunOptions small = everything;
  small.device.multiprocessors = 4;
  limit_work({50'000'000});
  for (int way = 0; way < 8; ++way) {
    out = Buffer<int>(64 * 1024, -1);
    const Evidence evidence =
        run<Entry>(library(), {out.lend("output 0")}, small, "run_crowded", out.data(), nullptr, way);
    ASSERT_FALSE(evidence.findings.empty()) << way;
    const FindingRecord& finding = evidence.findings.back();
    EXPECT_EQ(finding.kind, FindingKind::deadlock) << way;
    EXPECT_EQ(subject(finding), "the grid has 140 blocks, of which only 4 can be resident at a time") << way;
  }
  limit_work({});
}

TEST_F(GridOfBlocks, AFlagThatIsNeverWrittenIsADeadlock) {
  const FindingRecord finding = find("run_waits_for_ever");
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
  EXPECT_EQ(library().marker(finding.pc), "endless_loop");
  EXPECT_EQ(finding.thread.x, 3u);
  EXPECT_EQ(subject(finding),
            "no other thread is left that could write what it waits for; all 2 blocks are there and wait");
}

TEST_F(GridOfBlocks, ALongLoopThatReadsVolatileMemoryIsNoDeadlock) {
  run_without_findings("run_volatile_bound", 20000);
  EXPECT_EQ(out.elements[0], 10000);
}

}  // namespace
}  // namespace simt::test

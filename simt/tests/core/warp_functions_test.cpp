// Shuffles, votes and barriers that count, compared with a plain computation of the value that CUDA defines per lane.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class WarpFunctions : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("warp_functions.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<float>(1024, 1);
    out = Buffer<float>(1024, -1);
    return run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, everything, entry, out.data(),
                      in.data(), n);
  }
  void run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << subject(evidence.findings.front());
  }

  Buffer<float> in{0}, out{0};
};

// CUDA C++ Programming Guide, "Warp Shuffle Functions".
void expect_shuffled(std::span<const float> out, int lane, int width) {
  const int start = lane / width * width, last = start + width - 1;
  EXPECT_EQ(out[4 * lane + 0], start + 5 % width) << lane;
  EXPECT_EQ(out[4 * lane + 1], lane - 3 < start ? lane : lane - 3) << lane;
  EXPECT_EQ(out[4 * lane + 2], lane + 3 > last ? lane : lane + 3) << lane;
  EXPECT_EQ(out[4 * lane + 3], (lane ^ 9) > last ? lane : lane ^ 9) << lane;
}

TEST_F(WarpFunctions, ShufflesOfEveryTypeAndWidth) {
  for (const char* entry :
       {"int_shuffles", "long_shuffles", "unsigned_shuffles", "float_shuffles", "double_shuffles"}) {
    for (const int width : {32, 16, 8, 2, 1}) {
      SCOPED_TRACE(std::string(entry) + " of width " + std::to_string(width));
      run_without_findings(entry, width);
      for (int lane = 0; lane < 32; ++lane) expect_shuffled(out.elements, lane, width);
    }
  }
}

TEST_F(WarpFunctions, SumsByShuffle) {
  run_without_findings("run_warp_sum", 100);
  EXPECT_EQ(out.elements[0], 32);
  EXPECT_EQ(out.elements[3], 4);
  run_without_findings("run_block_sum", 1000);
  EXPECT_EQ(out.elements[0], 1000);
}

TEST_F(WarpFunctions, LanesOfTwoMasksMeetApart) {
  run_without_findings("run_half_mask", 0);
  EXPECT_EQ(out.elements[15], 3);
  EXPECT_EQ(out.elements[16], 20);
}

TEST_F(WarpFunctions, LanesThatExitedAreNotWaitedFor) {
  const Evidence evidence = run_on("run_exited_lanes", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  const FindingRecord& finding = evidence.findings[0];
  EXPECT_EQ(finding.detail, Detail::stores_undefined);
  EXPECT_EQ(finding.thread.x, 16u);
  EXPECT_EQ(finding.numbers[0], 0xfffff);
  EXPECT_EQ(finding.numbers[1], 20);
  EXPECT_EQ(finding.count, 4);
  EXPECT_EQ(out.elements[15], 19);
  EXPECT_GT(out.elements[16], 1e9) << "the source lane has exited: no value of this program is right";
}

TEST_F(WarpFunctions, ValuesOfLanesThatAreNotThereShow) {
  const Evidence evidence = run_on("run_extremes_of_a_partial_warp", 0);
  for (const FindingRecord& finding : evidence.findings) EXPECT_EQ(finding.detail, Detail::stores_undefined);
  EXPECT_EQ(evidence.findings.size(), 2u);
  EXPECT_EQ(out.elements[0], 6);
  EXPECT_EQ(out.elements[64], 0);
  EXPECT_GT(out.elements[32], 1e9) << "lanes 12 to 31 of the second warp are no threads";
  EXPECT_LT(out.elements[64 + 32], -1e9);
}

TEST_F(WarpFunctions, Votes) {
  run_without_findings("run_votes", 0);
  const float expected[] = {16, 1, 0, 1, 0, 8, 31 * 16, -9};
  for (int row = 0; row < 8; ++row) {
    for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out.elements[32 * row + lane], expected[row]) << row << ' ' << lane;
  }
  EXPECT_EQ(out.elements[32 * 8 + 9], 10);
  EXPECT_EQ(out.elements[32 * 8 + 10], 0);
}

TEST_F(WarpFunctions, BarriersThatCount) {
  run_without_findings("run_counting_barriers", 0);
  EXPECT_EQ(out.elements[0], 3032);
  EXPECT_EQ(out.elements[95], 3032);
}

TEST_F(WarpFunctions, ALaneThatDoesNotComeIsFound) {
  const Evidence evidence = run_on("run_missing_lane", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().marker(evidence.findings[0].pc), "shuffle_of_31_lanes");
  EXPECT_EQ(library().marker(evidence.findings[0].other_pc), "barrier_of_one_lane");
}

TEST_F(WarpFunctions, ALaneThatIsNotInItsOwnMaskIsFound) {
  const Evidence evidence = run_on("run_lane_not_in_mask", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  const FindingRecord& finding = evidence.findings[0];
  EXPECT_EQ(finding.detail, Detail::not_in_mask);
  EXPECT_EQ(library().marker(finding.pc), "half_of_the_mask");
  EXPECT_EQ(finding.numbers[0], 0xffff);
  EXPECT_EQ(finding.numbers[1], 16);
  EXPECT_EQ(finding.launch_block.x, 32u);
}

TEST_F(WarpFunctions, AShuffleDoesNotMeetABarrier) {
  const Evidence evidence = run_on("run_mixed_meeting", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().marker(evidence.findings[0].other_pc), "barrier_of_16_lanes");
}

TEST_F(WarpFunctions, ShufflesOrderNoMemory) {
  const Evidence evidence = run_on("run_shuffles_order_nothing", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::shared_race);
  EXPECT_EQ(library().marker(evidence.findings[0].pc), "word_load");
  EXPECT_EQ(library().marker(evidence.findings[0].other_pc), "word_store");
}

}  // namespace
}  // namespace simt::test

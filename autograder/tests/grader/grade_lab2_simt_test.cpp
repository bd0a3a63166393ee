// Lab 2 in the emulator: what its starter and its solution get, and that its parts ask of memory what the handout says.
// Counts are for results of 256 × 256, which 2048 warps compute, 32 neighbours each.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;

constexpr int warps = 256 * 256 / 32;

const course::Lab& lab2() { return tests::lab("lab2"); }

/// A part's counters, all lines together.
struct Counts {
  Traffic global_loads, global_stores, shared_loads, shared_stores;
};

Counts counts_of(const std::filesystem::path& file, const std::string& part) {
  Counts counts;
  const GradeResult result = grade_file(rules(), root() / file, "simt", {part}, &lab2());
  for (const Traffic& row : result.parts.front().traffic) {
    Traffic& sum = row.space == Space::global ? (row.op == Access::load ? counts.global_loads : counts.global_stores)
                                              : (row.op == Access::load ? counts.shared_loads : counts.shared_stores);
    sum.requests += row.requests;
    sum.sectors += row.sectors;
    sum.wavefronts += row.wavefronts;
    sum.conflicts += row.conflicts;
  }
  EXPECT_EQ(counts.global_stores.sectors % (256 * 256 / 8), 0) << "the result, by whole sectors";
  return counts;
}

Counts solution(const std::string& part) { return counts_of("solutions/lab2_matmul", part); }

TEST(GradeLab2, TheStarterScoresNothing) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab2_matmul", "simt", {}, &lab2());
  EXPECT_EQ(result.score, 0);
  ASSERT_EQ(result.parts.size(), 7U);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::not_attempted) << part.id << said_about(result, part);
  }
}

TEST(GradeLab2, TheSolutionGetsAllPointsTheEmulatorCanJudge) {
  const GradeResult result = grade_file(rules(), root() / "solutions/lab2_matmul", "simt", {}, &lab2());
  EXPECT_EQ(result.score, result.max_score);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::passed) << said_about(result, part);
    EXPECT_TRUE(part.findings.empty()) << said_about(result, part);
  }
}

// 32 steps: one element of A for all lanes, 1 sector, and 32 neighbours of B, 4. At the end 32 neighbours of C, 4.
TEST(GradeLab2, ThePlainProductLoadsTwoElementsForEachOfItsSteps) {
  const Counts counts = solution("2.1");
  EXPECT_EQ(counts.global_loads.requests, warps * 32 * 2);
  EXPECT_EQ(counts.global_loads.sectors, warps * 32 * (1 + 4));
  EXPECT_EQ(counts.global_stores.requests, warps);
  EXPECT_EQ(counts.global_stores.sectors, warps * 4);
}

// The row of A in one request of 4 sectors; for four steps, four words of it go to all lanes: two passes.
TEST(GradeLab2, WithATileOfATheRowComesInOneRequest) {
  const Counts counts = solution("2.2");
  EXPECT_EQ(counts.global_loads.requests, warps * (1 + 32));
  EXPECT_EQ(counts.global_loads.sectors, warps * (4 + 32 * 4));
  EXPECT_EQ(counts.shared_stores.wavefronts, warps);
  EXPECT_EQ(counts.shared_loads.wavefronts, warps * 32 / 4 * 2);
}

// One request for a row of A, one for a row of B's tile; two words a step from shared memory.
TEST(GradeLab2, WithBothTilesThreeRequestsOfAWarpRemain) {
  const Counts counts = solution("2.3");
  EXPECT_EQ(counts.global_loads.requests, warps * 2);
  EXPECT_EQ(counts.global_loads.sectors, warps * 2 * 4);
  EXPECT_EQ(counts.shared_stores.wavefronts, warps * 2);
  EXPECT_EQ(counts.shared_loads.wavefronts, warps * (32 / 4 * 2 + 32));
}

// As in 2.1, but B's neighbours have become 32 rows of A, a sector each.
TEST(GradeLab2, ThePlainProductWithTheTransposePaysASectorALane) {
  const Counts counts = solution("2.4");
  EXPECT_EQ(counts.global_loads.requests, warps * 32 * 2);
  EXPECT_EQ(counts.global_loads.sectors, warps * 32 * (1 + 32));
  EXPECT_EQ(counts.global_stores.sectors, warps * 4);
}

// As in 2.3, but the second tile is stored down a column of 32 words a row: one bank, 32 wavefronts.
TEST(GradeLab2, TurningTheTileConflictsOnceAWarp) {
  const Counts counts = solution("2.5");
  EXPECT_EQ(counts.global_loads.sectors, warps * 2 * 4);
  EXPECT_EQ(counts.shared_stores.wavefronts, warps * (1 + 32));
  EXPECT_EQ(counts.shared_stores.conflicts, warps * 31);
  EXPECT_EQ(counts.shared_loads.wavefronts, warps * (32 / 4 * 2 + 32));
  EXPECT_EQ(counts.shared_loads.conflicts, 0);
}

// The tile stored as it is loaded and read down its columns: 32 wavefronts for four words of each lane.
TEST(GradeLab2, ReadingTheTileByColumnsConflictsInEveryStep) {
  const Counts counts = counts_of("autograder/tests/submissions/lab2_matmul/slow.cu", "2.5");
  EXPECT_EQ(counts.shared_stores.conflicts, 0);
  EXPECT_EQ(counts.shared_loads.wavefronts, warps * 32 / 4 * (2 + 32));
  EXPECT_EQ(counts.shared_loads.conflicts, warps * 32 / 4 * (32 - 4));
}

TEST(GradeLab2, WithRowsOf33WordsNothingConflicts) {
  const Counts counts = solution("2.6");
  EXPECT_EQ(counts.global_loads.sectors, warps * 2 * 4);
  EXPECT_EQ(counts.shared_stores.wavefronts, warps * 2);
  EXPECT_EQ(counts.shared_loads.wavefronts, warps * (32 / 4 * 2 + 32));
}

// Tiles of 64 × 64, 10 in the triangle of 4 × 4. Each loads two panels of 64 rows, 128 bytes a row, 512 bytes a
// request, and stores 512 sectors; 6 are beside the diagonal and are stored twice.
TEST(GradeLab2, TheOpenEndComputesATriangle) {
  const Counts counts = solution("2.7");
  EXPECT_EQ(counts.global_loads.requests, 10 * 2 * 16);
  EXPECT_EQ(counts.global_loads.sectors, 10 * 2 * 16 * 16);
  EXPECT_EQ(counts.global_stores.sectors, (10 + 6) * 512);
}

}  // namespace
}  // namespace grader

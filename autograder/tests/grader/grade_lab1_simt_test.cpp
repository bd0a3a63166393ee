// Lab 1 in the emulator: its parts ask of memory what the handout says. Counts are for 256 rows of 512 floats.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

const course::Lab& lab1() { return tests::lab("lab1"); }

PartResult graded(const std::filesystem::path& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &lab1()).parts.front();
}

/// All lines of a part that load, or store, in one space.
Traffic total(const PartResult& part, Space space, Access op) {
  Traffic sum;
  for (const Traffic& row : part.traffic) {
    if (row.space != space || row.op != op) continue;
    sum.requests += row.requests;
    sum.sectors += row.sectors;
    sum.wavefronts += row.wavefronts;
    sum.conflicts += row.conflicts;
  }
  return sum;
}

TEST(GradeLab1, TheListingInTheStarterIsWrongAndTheRestNotAttempted) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab1_matvec", "simt", {}, &lab1());
  EXPECT_EQ(result.score, 0);
  ASSERT_EQ(result.parts.size(), 4U);
  for (const PartResult& part : result.parts) {
    const bool has_listing = part.id == "1.3";
    EXPECT_EQ(part.verdict, has_listing ? Verdict::failed : Verdict::not_attempted) << part.id;
    EXPECT_THAT(said_about(result, part), HasSubstr(has_listing ? "past the end" : "nothing was written")) << part.id;
  }
}

// 8 warps, each 512 steps. A step loads 32 rows of A, a sector each, and one element of x for all lanes. At the end 32
// neighbours of y, 4 sectors.
TEST(GradeLab1, OneThreadPerRowPaysASectorForEveryElement) {
  const PartResult part = graded("solutions/lab1_matvec", "1.1");
  EXPECT_EQ(total(part, Space::global, Access::load).requests, 8 * 512 * 2);
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 8 * 512 * (32 + 1));
  EXPECT_EQ(total(part, Space::global, Access::store).requests, 8);
  EXPECT_EQ(total(part, Space::global, Access::store).sectors, 8 * 4);
}

// As before for A and y. x: 2 blocks load 4 pieces with 4 warps, 4 sectors each. In shared memory all lanes want the
// same word, one wavefront.
TEST(GradeLab1, ThroughSharedMemoryXIsReadOnceABlock) {
  const PartResult part = graded("solutions/lab1_matvec", "1.2");
  EXPECT_EQ(total(part, Space::global, Access::load).requests, 8 * 512 + 2 * 4 * 4);
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 8 * 512 * 32 + 2 * 4 * 4 * 4);
  EXPECT_EQ(total(part, Space::shared, Access::store).wavefronts, 2 * 4 * 4);
  // Four words at a time, which all lanes share: two passes.
  EXPECT_EQ(total(part, Space::shared, Access::load).wavefronts, 8 * 512 / 4 * 2);
  EXPECT_EQ(total(part, Space::shared, Access::load).conflicts, 0);
}

// 8 blocks of a warp, each 16 tiles: 32 rows of a tile and a piece of x, all of 4 sectors. For each of 32 columns a
// warp reads the tile, 33 words from lane to lane; of x four words at a time, which all lanes share: two passes.
TEST(GradeLab1, TilesOfAArriveByWholeSectors) {
  const PartResult part = graded("solutions/lab1_matvec", "1.3");
  EXPECT_EQ(total(part, Space::global, Access::load).requests, 8 * 16 * (32 + 1));
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 8 * 16 * (32 + 1) * 4);
  EXPECT_EQ(total(part, Space::shared, Access::store).wavefronts, 8 * 16 * (32 + 1));
  EXPECT_EQ(total(part, Space::shared, Access::load).wavefronts, 8 * 16 * (32 + 32 / 4 * 2));
  EXPECT_EQ(total(part, Space::shared, Access::load).conflicts, 0);
}

// 4 blocks of 2 warps, each 8 tiles of 64 rows. With 64 words from lane to lane, a column is in one bank; four
// columns are read at once.
TEST(GradeLab1, ThePrintedTileConflictsInEveryColumn) {
  const PartResult part = graded("autograder/tests/submissions/lab1_matvec/listing_repaired.cu", "1.3");
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 4 * 8 * 2 * (64 + 1) * 4);
  EXPECT_EQ(total(part, Space::shared, Access::load).wavefronts, 4 * 8 * 2 * 64 / 4 * (32 + 2));
  EXPECT_EQ(total(part, Space::shared, Access::load).conflicts, 4 * 8 * 2 * 64 / 4 * (32 - 4));
}

// 128 blocks of two rows. 128 float4 of a row are 4 warps' requests of 16 sectors, and x serves both rows.
TEST(GradeLab1, TheOpenEndReadsXOnceForTwoRows) {
  const PartResult part = graded("solutions/lab1_matvec", "1.4");
  EXPECT_EQ(total(part, Space::global, Access::load).requests, 128 * 4 * (2 + 1));
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 128 * 4 * (2 + 1) * 16);
  EXPECT_EQ(total(part, Space::global, Access::store).sectors, 128);
  EXPECT_EQ(total(part, Space::shared, Access::load).conflicts, 0);
}

}  // namespace
}  // namespace grader

// Lab 4 in the emulator: the starter's race is found, launches are counted, and a barrier's looks at its counter are
// the only traffic that it adds.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

const course::Lab& lab4() { return tests::lab("lab4"); }

PartResult graded(const std::filesystem::path& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &lab4()).parts.front();
}

/// Requests of global memory on a part's lines, all together.
std::int64_t requests(const PartResult& part) {
  std::int64_t sum = 0;
  for (const Traffic& row : part.traffic) sum += row.space == Space::global ? row.requests : 0;
  return sum;
}

TEST(GradeLab4, TheStarterHasARaceAndTheRestIsNotAttempted) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab4_sync", "simt", {}, &lab4());
  EXPECT_EQ(result.score, 0);
  ASSERT_EQ(result.parts.size(), 6U);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, part.id == "4.1" ? Verdict::failed : Verdict::not_attempted) << part.id;
  }
  EXPECT_THAT(said_about(result, result.parts[0]),
              HasSubstr("of the same launch, and nothing orders the two accesses"));
  for (const int part : {1, 4, 5})
    EXPECT_THAT(said_about(result, result.parts[part]), HasSubstr("nothing was written"));
  for (const int part : {2, 3}) EXPECT_THAT(said_about(result, result.parts[part]), HasSubstr("it must refuse"));
}

// 4 rounds. As many kernels as stages, or one for all of them.
TEST(GradeLab4, LaunchesAreCounted) {
  const int due[] = {2, 8, 1, 1, 1, 1};
  const GradeResult result = grade_file(rules(), root() / "solutions/lab4_sync", "simt", {}, &lab4());
  for (int i = 0; i < 6; ++i) {
    const PartResult& part = result.parts[static_cast<std::size_t>(i)];
    ASSERT_TRUE(part.traffic_summary) << part.id;
    EXPECT_EQ(part.traffic_summary->values["launches"], due[i]) << part.id;
  }
}

// A stage: each warp of 16384 elements, or of 20480, loads and stores once. What begins n / 2 + 1 elements further on
// begins 4 bytes into a sector.
TEST(GradeLab4, StagesCostTheSameHoweverTheyAreKeptApart) {
  for (const auto& [id, warps] : {std::pair{"4.2", 512}, {"4.4", 640}}) {
    const PartResult part = graded("solutions/lab4_sync", id);
    EXPECT_EQ(requests(part), 8 * warps * 2) << id;
    // 4 sectors stored, 5 loaded; the warp at whose middle the array begins anew finds 6 pieces of sectors, or 5.
    EXPECT_NEAR(part.traffic_summary->values["traffic_vs_minimum"].value(), 9.0 / 8, 0.01) << id;
  }
}

TEST(GradeLab4, AnOwnBarrierAddsOnlyWhatOneThreadOfABlockLooksAt) {
  const PartResult part = graded("solutions/lab4_sync", "4.3");
  const std::int64_t extra = requests(part) - 8 * 640 * 2;
  EXPECT_GE(extra, 8 * 16 * 2);         // every block counts itself, and looks
  EXPECT_LE(extra, 8 * 16 * (1 + 17));  // and again at most whenever another one has
}

// The listing, and what is lacking where it goes wrong.
TEST(GradeLab4, BarriersAreRankedByWhatTheyLack) {
  const std::pair<const char*, const char*> lacking[] = {
      {"without_barrier", "global-race"}, {"no_fences", "missing-fence"},  {"no_release", "missing-fence"},
      {"no_acquire", "missing-fence"},    {"printed_listing", "deadlock"}, {"block_0_resets", "deadlock"},
      {"forgets_shared", "deadlock"},     {"early_return", "deadlock"},    {"barrier_in_branch", "barrier-divergence"},
  };
  for (const auto& [name, kind] : lacking) {
    const auto file = std::string("autograder/tests/submissions/lab4_sync/") + name + ".cu";
    const PartResult part = graded(file, "4.3");
    ASSERT_FALSE(part.findings.empty()) << name << ": " << (part.reasons.empty() ? "" : part.reasons.front().text);
    EXPECT_EQ(part.findings.front().name, kind) << name;
  }
  EXPECT_TRUE(graded("solutions/lab4_sync", "4.3").findings.empty());
}

// 65536 floats are 16384 requests of a lane's 16 bytes in 512 of a warp's, and then a share from each of the blocks.
TEST(GradeLab4, TheSumReadsEverythingOnceBy16Bytes) {
  const PartResult part = graded("solutions/lab4_sync", "4.5");
  const auto loads = std::max_element(part.traffic.begin(), part.traffic.end(),
                                      [](const auto& one, const auto& other) { return one.sectors < other.sectors; });
  ASSERT_NE(loads, part.traffic.end());
  EXPECT_EQ(loads->requests, 512);
  EXPECT_EQ(loads->sectors, 65536 * 4 / 32);
}

PartResult submitted(const std::string& name) {
  return graded("autograder/tests/submissions/lab4_sync/" + name + ".cu", "4.6");
}

// One pass moves what a copy does, and what blocks publish. Others cannot meet the limit, however good they are.
TEST(GradeLab4, OnePassOfAPrefixSumIsWithinALimitThatTwoCannotMeet) {
  const double limit = rules().labs.at("lab4").parts.at("4.6").traffic.at_most["traffic_vs_minimum"].value();
  const auto traffic = [](const PartResult& part) {
    return part.traffic_summary->values["traffic_vs_minimum"].value();
  };
  EXPECT_LT(traffic(graded("solutions/lab4_sync", "4.6")), 1.05);
  for (const char* name : {"look_back_by_warp", "chained_scan", "acquire_and_release", "packed_states"}) {
    EXPECT_LT(traffic(submitted(name)), 0.85 * limit) << name;
  }
  EXPECT_GE(traffic(submitted("reduce_then_scan")), 1.5);
  EXPECT_GE(traffic(submitted("scan_in_three_launches")), 2);
}

// Two copies of the same code, one with a number that is drawn.
TEST(GradeLab4, ABlockMayWaitOnlyForBlocksThatHaveBegun) {
  EXPECT_EQ(submitted("packed_states").verdict, Verdict::passed);
  const PartResult part = submitted("tile_of_block_index");
  ASSERT_FALSE(part.findings.empty());
  EXPECT_EQ(part.findings.front().name, "deadlock");
  EXPECT_THAT(part.findings.front().text, HasSubstr("Blocks begin in any order"));
}

}  // namespace
}  // namespace grader

// Lab 0 in the emulator: its parts ask of memory what the handout says. Counts are for 65536 elements: 2048 warps with
// one element a thread.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;

PartResult graded(const std::filesystem::path& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &tests::lab("lab0")).parts.front();
}

PartResult solution(const std::string& part) { return graded("solutions/lab0_copy", part); }
PartResult submission(const std::string& name, const std::string& part) {
  return graded("autograder/tests/submissions/lab0_copy/" + name + ".cu", part);
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

void expect_global(const PartResult& part, Access op, std::int64_t requests, std::int64_t sectors) {
  const Traffic traffic = total(part, Space::global, op);
  EXPECT_EQ(traffic.requests, requests) << part.id;
  EXPECT_EQ(traffic.sectors, sectors) << part.id;
}

// 32 neighbouring floats are 128 bytes, 4 sectors.
TEST(GradeLab0, AWarpOfFloatsIsFourSectors) {
  for (const char* part : {"0.1", "0.2"}) {
    expect_global(solution(part), Access::load, 2048, 2048 * 4);
    expect_global(solution(part), Access::store, 2048, 2048 * 4);
  }
}

// 32 neighbouring float4 are 512 bytes: a quarter of the requests, as many sectors in all.
TEST(GradeLab0, AWarpOfFloat4IsSixteenSectors) {
  expect_global(solution("0.3"), Access::load, 512, 512 * 16);
  expect_global(solution("0.3"), Access::store, 512, 512 * 16);
}

// Three floats a point, in and out. Through shared memory word by word, both times without a conflict: neighbours on
// the way in, every third word on the way out.
TEST(GradeLab0, PointsGoThroughSharedMemoryWithoutConflicts) {
  const PartResult part = solution("0.4");
  expect_global(part, Access::load, 3 * 2048, 3 * 2048 * 4);
  expect_global(part, Access::store, 3 * 2048, 3 * 2048 * 4);
  for (const Access op : {Access::store, Access::load}) {
    EXPECT_EQ(total(part, Space::shared, op).wavefronts, 3 * 2048);
    EXPECT_EQ(total(part, Space::shared, op).conflicts, 0);
  }
}

// Every third float: 32 lanes span 31 * 12 + 4 bytes, 12 sectors, and three requests touch the same.
TEST(GradeLab0, PointsLoadedByTheirOwnThreadsCostThreeTimesAsMuch) {
  for (const char* name : {"straight", "float3_load"}) {
    expect_global(submission(name, "0.4"), Access::load, 3 * 2048, 3 * 2048 * 12);
    expect_global(submission(name, "0.4"), Access::store, 3 * 2048, 3 * 2048 * 4);
  }
}

// nvcc reads three of the four words with the fourth, by one LDS.128: four wavefronts of 128 bytes, and no conflict.
TEST(GradeLab0, PointsOfFourWordsAreReadAtOnce) {
  const Traffic loads = total(submission("rounded_points", "0.4"), Space::shared, Access::load);
  EXPECT_EQ(loads.wavefronts, 2048 * 4);
  EXPECT_EQ(loads.conflicts, 0);
}

// 16 bytes from lane to lane: 512 bytes, 16 sectors, for each of four floats.
TEST(GradeLab0, FourFloatsOneByOneAreNoFloat4) {
  expect_global(submission("four_floats", "0.3"), Access::load, 2048, 2048 * 16);
}

double value_of(const PartResult& part, course::MetricKey key) {
  return part.traffic_summary.value().values[key].value_or(-1);
}

// The four-and-a-bit sectors of 32 floats that begin anywhere are five. By float4, each of 512 warps loads 16 sectors
// and half of a further one, and its last lane one more float4, which is the other half.
TEST(GradeLab0, AWarpThatBeginsAnywhereLoadsAFifthSector) {
  const PartResult scalar = submission("shifted_scalar", "0.5");
  expect_global(scalar, Access::load, 2048, 2048 * 5);
  EXPECT_DOUBLE_EQ(value_of(scalar, "traffic_vs_minimum"), 9.0 / 8);
  const PartResult part = solution("0.5");
  EXPECT_LT(value_of(part, "traffic_vs_minimum"), 1 + 1.1 / 32);
  // Of the last float4, the float4 of the input are not both whole: four threads of two warps store a float each.
  expect_global(part, Access::store, 512 + 2, 512 * 16 + 2);
}

// Two sides of a branch are two, whatever decides; so is what is computed for nothing, and what is not in step.
TEST(GradeLab0, LanesThatWaitAreWork) {
  EXPECT_DOUBLE_EQ(value_of(solution("0.6"), "divergence"), 1);
  for (const char* name : {"kinds_by_warp", "kinds_by_launch", "kinds_sorted_in_shared"}) {
    EXPECT_DOUBLE_EQ(value_of(submission(name, "0.6"), "divergence"), 1) << name;
  }
  for (const char* name : {"kinds_by_lane", "kinds_both_computed", "kinds_of_half_a_warp", "kinds_in_turn"}) {
    EXPECT_DOUBLE_EQ(value_of(submission(name, "0.6"), "divergence"), 2) << name;
  }
  EXPECT_DOUBLE_EQ(value_of(submission("kinds_by_own_formula", "0.6"), "divergence"), 0);
}

TEST(GradeLab0, RecordsOfTwelveFloatsGoThroughSharedMemoryWithoutConflicts) {
  const PartResult part = solution("0.7");
  EXPECT_LT(value_of(part, "traffic_vs_minimum"), 1.02);
  EXPECT_DOUBLE_EQ(value_of(part, "conflict_share"), 0);
}

}  // namespace
}  // namespace grader

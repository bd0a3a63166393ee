#include "grader/words/slow_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/grader/words/counted_row.hpp"

namespace grader {
namespace {

using testing::HasSubstr;
using tests::row;

std::optional<Finding> worst(const std::vector<Traffic>& rows, course::MetricKey metric) {
  course::MetricValues values;
  course::TrafficLimits limits;
  values[metric] = 2.0;
  limits.at_most[metric] = 1.05;
  return worst_line(rows, values, limits);
}

TEST(WorstLine, OfTrafficIsTheOneWhoseLanesAreFarthestApart) {
  const auto found =
      worst({row(3, Space::global, 10, 40, 40), row(5, Space::global, 10, 320, 40)}, "traffic_vs_minimum");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 5);
  EXPECT_TRUE(found->is_remark);
  EXPECT_EQ(found->text, "each load of a warp takes 32.0 sectors here, where 4.0 would do for neighbouring addresses");
}

TEST(WorstLine, OfCoalescedTrafficIsTheOneThatMovesMost) {
  const auto found =
      worst({row(3, Space::global, 30, 120, 120), row(5, Space::global, 10, 40, 40)}, "traffic_vs_minimum");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_THAT(found->text, HasSubstr("75 % of all sectors"));
}

TEST(FewLanesLoad, IsALoopOfOneLaneThatCostsAllThatIsTooMuch) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void kernel(float* out, const float* in) {\n"
      "  if (threadIdx.x == 0) {\n"
      "    for (int k = 0; k < 32; ++k) line[k] = in[k];\n"
      "  }\n"
      "  out[threadIdx.x] = line[threadIdx.x];\n"
      "}\n");
  Traffic one = row(3, Space::global, 32, 32, 32), all = row(5, Space::global, 1, 4, 4);
  one.costliest.lanes = 1;
  one.costliest.bytes = all.costliest.bytes = 4;
  all.costliest.lanes = 0xffffffff;
  course::MetricValues values;
  course::TrafficLimits limits;
  values["traffic_vs_minimum"] = 4.5;
  limits.at_most["traffic_vs_minimum"] = 1.05;
  const auto found = few_lanes_load(source, {one, all}, values, limits);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_THAT(found->text, HasSubstr("only 1 of the 32 lanes of a warp loads here, in a loop: each request moves a"));
  // What a line loads once has no other lane to share it with.
  one.line = 2;
  EXPECT_FALSE(few_lanes_load(source, {one, all}, values, limits));
  // Blocks of one thread have no other lanes.
  one.line = 3;
  EXPECT_FALSE(few_lanes_load(source, {one}, values, limits));
}

TEST(WorstLine, OfConflictsIsInSharedMemory) {
  const auto found = worst({row(3, Space::global, 10, 320, 40), row(7, Space::shared, 10, 320, 10)}, "conflict_share");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 7);
  EXPECT_EQ(found->text, "each load of a warp takes 32.0 wavefronts of shared memory here, where 1.0 would do");
}

TEST(WorstLine, OfASecondMetricIsAskedForByItself) {
  course::MetricValues values;
  course::TrafficLimits limits;
  values["traffic_vs_minimum"] = values["conflict_share"] = 2.0;
  limits.at_most["traffic_vs_minimum"] = limits.at_most["conflict_share"] = 1.05;
  const std::vector<Traffic> rows{row(3, Space::global, 10, 320, 40), row(7, Space::shared, 10, 320, 10)};
  EXPECT_EQ(worst_line(rows, values, limits)->line, 3);
  EXPECT_EQ(worst_line(rows, values, limits, 1)->line, 7);
  EXPECT_FALSE(worst_line(rows, values, limits, 2));
  EXPECT_FALSE(is_conflict(values, limits));
  EXPECT_TRUE(is_conflict(values, limits, 1));
}

TEST(WorstLine, OfTrafficIsNotScatteredByALittleThatExplainsNothing) {
  // A quarter of the excess comes of lanes that are apart.
  const auto found =
      worst({row(3, Space::global, 100, 400, 400), row(5, Space::global, 10, 60, 40)}, "traffic_vs_minimum");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
}

TEST(WorstLine, IsNothingWithinTheLimitsOrWithoutALine) {
  EXPECT_FALSE(worst_line({row(3, Space::global, 10, 320, 40)}, {}, {}));
  EXPECT_FALSE(worst({row(0, Space::global, 10, 320, 40)}, "traffic_vs_minimum"));
}

}  // namespace
}  // namespace grader

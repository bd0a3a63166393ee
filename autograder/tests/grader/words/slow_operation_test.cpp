#include "grader/words/slow_operation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;

TimelineOperation operation(OperationKind kind, int line, double start, double end) {
  TimelineOperation one;
  one.kind = kind;
  one.line = line;
  one.stream = 1;
  one.bytes = 4096;
  one.start = start;
  one.end = end;
  return one;
}

std::optional<Finding> slow(const std::vector<TimelineOperation>& timeline) {
  course::MetricValues values;
  course::TrafficLimits limits;
  values["time_vs_bound"] = 2.0;
  limits.at_most["time_vs_bound"] = 1.5;
  return slow_operation(timeline, values, limits, {}, "run");
}

TEST(SlowOperation, ACopyOfEverythingBehindAllKernelsIsNamed) {
  std::vector<TimelineOperation> timeline;
  for (int i = 0; i < 4; ++i) {
    timeline.push_back(operation(OperationKind::copy_to_device, 4, i, i + 1));
    timeline.push_back(operation(OperationKind::kernel, 5, i + 1, i + 2));
  }
  timeline.push_back(operation(OperationKind::copy_to_host, 7, 5, 9));
  const auto found = slow(timeline);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 7);
  EXPECT_THAT(found->text, HasSubstr("this copy is not cut into pieces: it begins only after the 4"));
}

TEST(SlowOperation, AKernelOfOneBlockIsNamed) {
  const simt::SourceIndex source = simt::index_source("void run() {\n  work<<<1, 256>>>();\n}\n");
  course::MetricValues values;
  course::TrafficLimits limits;
  values["time_vs_bound"] = 2.0;
  limits.at_most["time_vs_bound"] = 1.5;
  const auto found =
      slow_operation({operation(OperationKind::copy_to_device, 1, 0, 1), operation(OperationKind::kernel, 2, 1, 20)},
                     values, limits, source, "run");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 2);
}

TEST(SlowOperation, ManySmallCopiesAreNamed) {
  std::vector<TimelineOperation> timeline;
  for (int i = 0; i < 20; ++i) timeline.push_back(operation(OperationKind::copy_to_device, 4, i, i + 0.1));
  const auto found = slow(timeline);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 4);
  EXPECT_THAT(found->text, HasSubstr("this line makes 20 copies of 4096 bytes"));
}

TEST(SlowOperation, AStreamThatIsNeverMadeIsNamed) {
  const simt::SourceIndex source = simt::index_source(
      "void run() {\n  cudaStream_t streams[4] = {};\n  for (int s = 1; s < 4; ++s) {\n"
      "    cudaStreamCreate(&streams[s]);\n  }\n}\n");
  course::MetricValues values;
  course::TrafficLimits limits;
  values["time_vs_bound"] = 2.0;
  limits.at_most["time_vs_bound"] = 1.5;
  std::vector<TimelineOperation> timeline;
  for (int i = 0; i < 4; ++i) {
    timeline.push_back(operation(OperationKind::copy_to_device, 7, i, i + 0.5));
    timeline.push_back(operation(OperationKind::kernel, 8, i + 0.5, i + 1));
    for (std::size_t k = timeline.size() - 2; k < timeline.size(); ++k) {
      timeline[k].stream = i;
      timeline[k].wait = Wait::default_stream;
      timeline[k].wait_line = 8;
      timeline[k].idle = 0.5;
    }
  }
  const auto found = slow_operation(timeline, values, limits, source, "run");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_THAT(found->text, HasSubstr("streams[0] is never made"));
}

TEST(SlowOperation, EventsThatTakeTurnsAreRecordedAgainBeforeTheyAreWaitedFor) {
  const std::string loops[] = {
      "  for (int c = 0; c < n; ++c) {\n    copy(c);\n    cudaEventRecord(came[c % 4], in);\n  }\n",
      "  for (int c = 0; c < n; ++c) {\n    cudaStreamWaitEvent(work, came[c % 4], 0);\n  }\n"};
  course::MetricValues values;
  course::TrafficLimits limits;
  values["time_vs_bound"] = 2.0;
  limits.at_most["time_vs_bound"] = 1.5;
  std::vector<TimelineOperation> timeline;
  for (int i = 0; i < 4; ++i) timeline.push_back(operation(OperationKind::copy_to_device, 3, i, i + 1));
  for (int i = 4; i < 8; ++i) {
    timeline.push_back(operation(OperationKind::kernel, 7, i, i + 1));
    timeline.back().stream = 2;
  }
  timeline[4].wait = Wait::event;
  timeline[4].wait_line = 4;
  timeline[4].idle = 4;
  const auto found = slow_operation(timeline, values, limits,
                                    simt::index_source("void run(int n) {\n" + loops[0] + loops[1] + "}\n"), "run");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 4);
  EXPECT_THAT(found->text, HasSubstr("the events of came take turns"));
}

}  // namespace
}  // namespace grader

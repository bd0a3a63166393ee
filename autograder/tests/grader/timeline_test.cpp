// What is said of operations that did not overlap. That the model gives such operations is simt/tests/core's.
#include "grader/timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace grader {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double us = 1e-6;

TimelineOperation operation(OperationKind kind, int stream, int line, double start_us, double end_us) {
  return {kind, stream, "", line, 1 << 20, false, start_us * us, end_us * us};
}
TimelineOperation copy_in(int stream, int line, double start_us, double end_us) {
  return operation(OperationKind::copy_to_device, stream, line, start_us, end_us);
}
TimelineOperation copy_out(int stream, int line, double start_us, double end_us) {
  return operation(OperationKind::copy_to_host, stream, line, start_us, end_us);
}
TimelineOperation kernel(int stream, int line, double start_us, double end_us) {
  return operation(OperationKind::kernel, stream, line, start_us, end_us);
}
TimelineOperation waiting(TimelineOperation operation, Wait wait, int line, double idle_us) {
  operation.wait = wait;
  operation.wait_line = line;
  operation.idle = idle_us * us;
  return operation;
}

TEST(OverlapAdvice, NothingWhereChunksOverlap) {
  EXPECT_THAT(advise_on_overlap({copy_in(1, 5, 0, 10), copy_in(2, 5, 10, 20), kernel(1, 6, 10, 15),
                                 waiting(kernel(2, 6, 20, 25), Wait::own_stream, 5, 5), copy_out(1, 7, 15, 25)}),
              IsEmpty());
}

TEST(OverlapAdvice, PageableMemory) {
  TimelineOperation one = copy_in(1, 5, 0, 10), two = copy_in(2, 5, 10, 20);
  one.is_pageable = two.is_pageable = true;
  EXPECT_THAT(advise_on_overlap({one, kernel(1, 6, 10, 15), two, kernel(2, 6, 20, 25)}),
              ElementsAre(AllOf(HasSubstr("line 5 copies 2.0 MiB of pageable memory"), HasSubstr("cudaMallocHost"))));
}

TEST(OverlapAdvice, OneChunkOnly) {
  for (const int stream : {0, 1}) {
    EXPECT_THAT(
        advise_on_overlap({copy_in(stream, 5, 0, 10), kernel(stream, 6, 10, 15), copy_out(stream, 7, 15, 25)}),
        ElementsAre(AllOf(HasSubstr("one chunk only"), HasSubstr(stream == 0 ? "the default stream" : "stream 1"))));
  }
}

TEST(OverlapAdvice, ManyChunksInOneStream) {
  EXPECT_THAT(
      advise_on_overlap({copy_in(0, 5, 0, 10), kernel(0, 6, 10, 15), copy_in(0, 5, 15, 25), kernel(0, 6, 25, 30)}),
      ElementsAre(HasSubstr("are in the default stream, one after the other")));
}

TEST(OverlapAdvice, NothingToOverlapWith) {
  EXPECT_THAT(advise_on_overlap({copy_in(0, 5, 0, 10), copy_out(0, 7, 10, 20)}), IsEmpty());
  EXPECT_THAT(advise_on_overlap({kernel(1, 5, 0, 10)}), IsEmpty());
  EXPECT_THAT(advise_on_overlap({}), IsEmpty());
  EXPECT_THAT(advise_on_overlap({copy_in(0, 5, 0, 10), kernel(0, 6, 10, 15)}, /*may_overlap=*/false), IsEmpty());
}

TEST(OverlapAdvice, WhatHeldOneUpIsNamedWithBothLines) {
  const auto advice = [](Wait wait) {
    return advise_on_overlap({copy_in(1, 5, 0, 10), kernel(1, 6, 10, 15), waiting(copy_in(2, 8, 40, 50), wait, 7, 30),
                              kernel(2, 9, 50, 55)});
  };
  EXPECT_THAT(advice(Wait::synchronized),
              ElementsAre(AllOf(HasSubstr("line 8 begins only after"), HasSubstr("waited at line 7"))));
  EXPECT_THAT(advice(Wait::blocking_copy), ElementsAre(AllOf(HasSubstr("line 8"), HasSubstr("copy at line 7"))));
  EXPECT_THAT(advice(Wait::default_stream),
              ElementsAre(AllOf(HasSubstr("line 8 waits for line 7"), HasSubstr("cudaStreamNonBlocking"))));
  // What the student asked for, or what no other order could spare, is no loss.
  EXPECT_THAT(advice(Wait::event), IsEmpty());
  EXPECT_THAT(advice(Wait::own_stream), IsEmpty());
}

TEST(OverlapAdvice, OneEngineForBothDirections) {
  EXPECT_THAT(advise_on_overlap({copy_in(1, 5, 0, 10), kernel(1, 6, 10, 15), copy_out(1, 7, 15, 25),
                                 waiting(copy_in(2, 8, 25, 35), Wait::hardware, 7, 0), kernel(2, 9, 35, 40)}),
              ElementsAre(AllOf(HasSubstr("line 8 waits for line 7"), HasSubstr("one copy engine"))));
  // Two copies of one direction share an engine on every device.
  EXPECT_THAT(advise_on_overlap({copy_in(1, 5, 0, 10), kernel(1, 6, 10, 15),
                                 waiting(copy_in(2, 8, 10, 20), Wait::hardware, 5, 0), kernel(2, 9, 20, 25)}),
              IsEmpty());
}

TEST(OverlapAdvice, WhatCostsMostComesFirst) {
  TimelineOperation pageable = copy_in(2, 20, 100, 103);
  pageable.is_pageable = true;
  EXPECT_THAT(advise_on_overlap({copy_in(1, 5, 0, 10), kernel(1, 6, 10, 15), pageable,
                                 waiting(kernel(2, 8, 110, 115), Wait::synchronized, 7, 95)}),
              ElementsAre(HasSubstr("line 8"), HasSubstr("line 20")));
}

// --- from the emulator's records ---

simt::OperationRecord record(OperationKind kind, std::uint32_t stream) {
  simt::OperationRecord record;
  record.kind = kind;
  record.stream = stream;
  record.pc = 0x100;
  record.wait_pc = 0x200;
  record.end = 1;
  return record;
}

TEST(Timeline, HasTheLinesOfBothCalls) {
  const auto operations = timeline({record(OperationKind::copy_to_host, 3)}, {{0x100, 12}, {0x200, 34}});
  ASSERT_EQ(operations.size(), 1U);
  EXPECT_EQ(operations[0].line, 12);
  EXPECT_EQ(operations[0].wait_line, 34);
  EXPECT_EQ(operations[0].stream, 3);
}

TEST(Timeline, KernelsInTheDefaultStreamAloneAreNone) {
  EXPECT_THAT(timeline({record(OperationKind::kernel, 0), record(OperationKind::fill, 0)}, {}), IsEmpty());
  EXPECT_EQ(timeline({record(OperationKind::kernel, 1), record(OperationKind::kernel, 0)}, {}).size(), 2U);
  EXPECT_EQ(timeline({record(OperationKind::copy_to_device, 0)}, {}).size(), 1U);
}

TEST(Timeline, WhatCannotBeIsLeftOut) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<simt::OperationRecord> records(8, record(OperationKind::copy_to_host, 1));
  records[0].end = nan;
  records[1].end = infinity;
  records[2].start = 2;  // after its end
  records[3].start = -1;
  records[4].kind = static_cast<OperationKind>(77);
  records[5].wait = static_cast<Wait>(77);
  records[6].bytes = -1;
  records[7].stream = 0xffffffff;
  EXPECT_THAT(timeline(records, {}), IsEmpty());
  simt::OperationRecord unterminated = record(OperationKind::copy_to_host, 1);
  std::fill(std::begin(unterminated.label), std::end(unterminated.label), 'x');
  EXPECT_EQ(timeline({unterminated}, {})[0].label, std::string(sizeof unterminated.label, 'x'));
}

TEST(AskedFor, CountsByLineWithoutWhatTheHostDoes) {
  const auto record = [](OperationKind kind, std::uint64_t pc, const std::string& label) {
    simt::OperationRecord one;
    one.kind = kind;
    one.pc = pc;
    label.copy(one.label, sizeof one.label - 1);
    return one;
  };
  const std::vector<AskedFor> asked = asked_for(
      {record(OperationKind::kernel, 1, "turn<32>"), record(OperationKind::copy_to_device, 2, "cudaMemcpyAsync"),
       record(OperationKind::kernel, 1, "turn<32>"), record(OperationKind::host_function, 2, "cudaLaunchHostFunc"),
       record(OperationKind::fill, 3, "cudaMemset")},
      {{1, 10}, {2, 5}});
  ASSERT_EQ(asked.size(), 3U);
  EXPECT_EQ(asked[0].line, 0) << "an unknown line";
  EXPECT_EQ(asked[1].line, 5);
  EXPECT_EQ(asked[1].times, 1);
  EXPECT_EQ(asked[2].line, 10);
  EXPECT_EQ(asked[2].times, 2);
  EXPECT_TRUE(asked[2].is_kernel);
  EXPECT_EQ(asked[2].label, "turn<32>");
}

}  // namespace
}  // namespace grader

// Virtual time against what the link and the kernels need, and students' own timings against the truth.
#include "grader/pipeline/stream_time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "course/operations.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using simt::OperationKind;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double ms = 1e-3;

/// A million floats take a millisecond, either way, and a round of their arithmetic takes one, too.
simt::memory::Device device() {
  simt::memory::Device device;
  device.pinned_bytes_per_second = 4e9;
  device.clock_hz = 1e11 / (device.multiply_adds_per_cycle * device.multiprocessors);
  device.launch_seconds = 0.01 * ms;
  return device;
}
constexpr course::Size million{{1'000'000, 0, 1}};  // no rounds: no arithmetic

simt::OperationRecord record(OperationKind kind, double start, double end, double work = 0) {
  simt::OperationRecord record;
  record.kind = kind;
  record.start = start * ms;
  record.end = end * ms;
  record.work = work * ms;
  return record;
}

simt::Evidence evidence_of(std::vector<simt::OperationRecord> operations) {
  simt::Evidence evidence;
  evidence.operations = std::move(operations);
  return evidence;
}

double of_pipeline(std::vector<simt::OperationRecord> operations, std::int64_t rounds = 0) {
  return time_vs_bound(evidence_of(std::move(operations)), course::operation<course::lab5_streams::Pipeline>(),
                       {{1'000'000, rounds, 1}}, device())
      .value();
}

TEST(TimeVsBound, IsTheEndOverTheLongestStage) {
  EXPECT_DOUBLE_EQ(of_pipeline({record(OperationKind::copy_to_device, 0, 1), record(OperationKind::kernel, 1, 1.5, 0.5),
                                record(OperationKind::copy_to_host, 1.5, 2.5)}),
                   2.5);
  // Kernels of two milliseconds in all are the longest stage.
  EXPECT_DOUBLE_EQ(of_pipeline({record(OperationKind::copy_to_device, 0, 1), record(OperationKind::kernel, 1, 2, 1),
                                record(OperationKind::kernel, 2, 3, 1), record(OperationKind::copy_to_host, 3, 4)},
                               /*rounds=*/2),
                   2);
}

// The bound is what must be copied at the best rate, and the kernels' work with the whole device.
TEST(TimeVsBound, DoesNotRewardSlowOrNeedlessOperations) {
  EXPECT_DOUBLE_EQ(of_pipeline({record(OperationKind::copy_to_device, 0, 4)}), 4);
  EXPECT_DOUBLE_EQ(
      of_pipeline({record(OperationKind::copy_to_device, 0, 1), record(OperationKind::copy_to_device, 1, 2)}), 2);
  EXPECT_DOUBLE_EQ(of_pipeline({record(OperationKind::kernel, 0, 10, 0.1)}), 10);
  EXPECT_DOUBLE_EQ(of_pipeline({record(OperationKind::kernel, 0, 10, 10)}), 10);
  EXPECT_DOUBLE_EQ(of_pipeline({record(OperationKind::kernel, 0, 10, 10)}, /*rounds=*/2), 5);
}

TEST(TimeVsBound, IsOfOperationsThatHaveBuffersOnTheHost) {
  const simt::Evidence evidence = evidence_of({record(OperationKind::kernel, 0, 1, 1)});
  EXPECT_FALSE(
      time_vs_bound(evidence, course::operation<course::lab3_transpose::Transpose>(), {{64, 64, 1}}, device()));
  EXPECT_TRUE(time_vs_bound(evidence, course::operation<course::lab5_streams::Upload>(), million, device()));
}

// A runner can send anything.
TEST(TimeVsBound, IsNotToldOfImpossibleTimes) {
  const auto evidence = evidence_of({record(OperationKind::kernel, 0, std::numeric_limits<double>::infinity())});
  EXPECT_FALSE(time_vs_bound(evidence, course::operation<course::lab5_streams::Pipeline>(), million, device()));
}

TEST(StageTimes, AreSumsByKind) {
  const StageTimes times =
      stage_times(evidence_of({record(OperationKind::copy_to_device, 0, 1), record(OperationKind::copy_to_device, 1, 3),
                               record(OperationKind::kernel, 3, 7), record(OperationKind::fill, 7, 17),
                               record(OperationKind::copy_to_host, 17, 22)}));
  EXPECT_THAT(times, ElementsAre(DoubleNear(3, 1e-9), DoubleNear(4, 1e-9), DoubleNear(5, 1e-9)));
}

// A kernel that does the arithmetic without process() takes no time for it here, so no overlap can be seen.
TEST(TimeVsBound, IsTooLittleWhereArithmeticIsNotReported) {
  const auto with_work = [](double work) {
    constexpr course::Size many_rounds{{1'000'000, 100, 1}};
    simt::memory::Device slow = device();
    slow.clock_hz = 1e12 / (slow.multiply_adds_per_cycle * slow.multiprocessors);  // the arithmetic takes 10 ms
    return time_vs_bound(evidence_of({record(OperationKind::kernel, 0, 20, work)}),
                         course::operation<course::lab5_streams::Pipeline>(), many_rounds, slow)
        .value();
  };
  EXPECT_DOUBLE_EQ(with_work(10), 2);
  EXPECT_DOUBLE_EQ(with_work(1), 0.1);
}

/// What is said of claims where 5, 4 and 3 ms are the truth, give or take 10 % and 0.05 ms.
std::string said_of(const StageTimes& claimed) {
  PartState state;
  state.part = &tests::part("5.3");
  check_stage_times(claimed, {5, 4, 3}, StageTolerance{}, state);
  EXPECT_LE(state.reasons.size(), 1U);
  return state.reasons.empty() ? "" : state.reasons.front().text;
}

TEST(StageTimes, MustBeTrue) {
  EXPECT_EQ(said_of({5, 4, 3}), "");
  EXPECT_EQ(said_of({5.54, 4.44, 3.34}), "");
  EXPECT_EQ(said_of({4.46, 3.56, 2.66}), "");
  EXPECT_THAT(said_of({5.56, 4, 3}), HasSubstr("it reports 5.56 ms for the copy to the device, which takes 5 ms"));
  EXPECT_THAT(said_of({5, 3.54, 3}), HasSubstr("it reports 3.54 ms for the kernel, which takes 4 ms"));
  EXPECT_THAT(said_of({5, 4, 3.36}), HasSubstr("it reports 3.36 ms for the copy to the host, which takes 3 ms"));
  EXPECT_THAT(said_of({0.005, 0.004, 0.003}), HasSubstr("it is in seconds"));
}

TEST(StageTimes, WhatAClaimHasInCommonWithOtherStagesIsSaid) {
  EXPECT_THAT(said_of({5000, 4000, 3000}), HasSubstr("it is in microseconds"));
  EXPECT_THAT(said_of({3, 4, 5}), HasSubstr("it is what the copy to the host takes: look at which two events"));
  EXPECT_THAT(said_of({9, 4, 3}), HasSubstr("what the copy to the device and the kernel take together"));
  EXPECT_THAT(said_of({12, 4, 3}), HasSubstr("what all three stages take together"));
  EXPECT_THAT(said_of({0.02, 4, 3}), HasSubstr("next to nothing lies between its two events"));
  EXPECT_THAT(said_of({0.7, 4, 3}), HasSubstr("is not what events in the same stream tell"));
}

TEST(StageTimes, OfTwoSumsTheNearerOneIsSaid) {
  PartState state;
  state.part = &tests::part("5.3");
  check_stage_times({3.1, 3, 6.1}, {3.1, 3, 3.1}, StageTolerance{}, state);
  ASSERT_EQ(state.reasons.size(), 1U);
  EXPECT_THAT(state.reasons.front().text, HasSubstr("what the kernel and the copy to the host take together"));
}

TEST(StageTimes, WhereTheOthersAreRightTheLineThatStoresTheClaimIsNamed) {
  const simt::SourceIndex source = simt::index_source(
      "float between(int a, int b);\n"
      "void timed_stages(float* ms) {\n  ms[0] = between(0, 1);\n  ms[1] = between(1, 2);\n  ms[2] = between(1, "
      "3);\n}\n");
  const StageLines lines = stage_lines(source, "timed_stages");
  const auto said = [&](const StageTimes& claimed) {
    PartState state;
    state.part = &tests::part("5.3");
    check_stage_times(claimed, {5, 4, 3}, StageTolerance{}, state, lines);
    return state.reasons.empty() ? "" : state.reasons.front().text;
  };
  EXPECT_THAT(said({5, 4, 7}), HasSubstr("line 5: it reports 7 ms for the copy to the host"));
  EXPECT_THAT(said({9, 4, 3}), HasSubstr("line 3: it reports"));
  // An event may be missing where two stages are wrong.
  EXPECT_THAT(said({9, 7, 3}), testing::Not(HasSubstr("line 3")));
  EXPECT_THAT(said({5, 4, 0.9}), testing::Not(HasSubstr("line 5")));
}

// Such a number differs from run to run, and a report does not.
TEST(StageTimes, ANumberOfTheHostsClockIsNotQuoted) {
  PartState state;
  state.part = &tests::part("5.3");
  StageLines without_events;
  without_events.host_clock = 12;
  check_stage_times({0.02, 4, 3}, {5, 4, 3}, StageTolerance{}, state, without_events);
  ASSERT_EQ(state.reasons.size(), 1U);
  EXPECT_THAT(state.reasons.front().text, HasSubstr("line 12: the times that it reports are of the host's clock"));
  EXPECT_THAT(state.reasons.front().text, ::testing::Not(HasSubstr("0.02")));
}

}  // namespace
}  // namespace grader

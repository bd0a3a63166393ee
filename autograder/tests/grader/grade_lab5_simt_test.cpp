// Lab 5 in the emulator: versions rank as the handout has them, by virtual time; n is 2^21, the ratio of kernel to copy
// that of the GPU's size.
#include "grader/explain/explain.hpp"
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::Contains;
using ::testing::HasSubstr;

const course::Lab& lab5() { return tests::lab("lab5"); }

PartResult graded(const std::filesystem::path& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &lab5()).parts.front();
}

PartResult submitted(const std::string& name, const std::string& part) {
  return graded("autograder/tests/submissions/lab5_streams/" + name + ".cu", part);
}

double time(const PartResult& part) { return part.traffic_summary.value().values["time_vs_bound"].value(); }

TEST(GradeLab5, NothingOfTheStarterIsAttempted) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab5_streams", "simt", {}, &lab5());
  EXPECT_EQ(result.score, 0);
  ASSERT_EQ(result.parts.size(), 6U);
  for (const PartResult& part : result.parts) EXPECT_EQ(part.verdict, Verdict::not_attempted) << part.id;
}

// 8 MiB at 55.4 GB/s, and a launch.
TEST(GradeLab5, APinnedCopyTakesItsBytesTime) {
  const PartResult part = graded("solutions/lab5_streams", "5.1");
  ASSERT_EQ(part.timeline.size(), 1U);
  EXPECT_NEAR(part.timeline[0].seconds(), (8 << 20) / 55.4e9, 1e-9);
  EXPECT_FALSE(part.timeline[0].is_pageable);
  EXPECT_NEAR(time(part), 1 + 3.1e-6 / ((8 << 20) / 55.4e9), 1e-9);
}

TEST(GradeLab5, PageableMemoryCostsWhatTheLinkLoses) {
  const PartResult part = submitted("pageable", "5.1");
  EXPECT_TRUE(part.timeline.at(0).is_pageable);
  EXPECT_NEAR(time(part), 55.4 / 16.6, 0.05);
}

// 2^21 numbers, each 22 rounds of 100 multiply-adds, over 132 multiprocessors of 128 a cycle.
TEST(GradeLab5, ProcessTakesTimeByItsRounds) {
  const PartResult part = submitted("one_chunk", "5.4");
  const auto kernel = std::find_if(part.timeline.begin(), part.timeline.end(),
                                   [](const TimelineOperation& one) { return one.kind == OperationKind::kernel; });
  ASSERT_NE(kernel, part.timeline.end());
  EXPECT_NEAR(kernel->seconds(), (1 << 21) * 2200.0 / (132 * 128 * 1.98e9), 1e-9);
}

TEST(GradeLab5, OverlapHidesTheShorterOfCopyAndKernel) {
  const double in_order = time(submitted("default_stream", "5.2"));
  const double overlapped = time(graded("solutions/lab5_streams", "5.2"));
  EXPECT_GT(in_order, 1.9);
  EXPECT_LT(overlapped, 1.2);
  EXPECT_GT(overlapped, 1.0);
}

// One after the other is 1 + 0.91 + 1; with chunks a chunk each of the first and the last stage is left.
TEST(GradeLab5, FullDuplexHidesTwoOfThreeStages) {
  const PartResult one_chunk = submitted("one_chunk", "5.4");
  const PartResult pipeline = graded("solutions/lab5_streams", "5.4");
  EXPECT_NEAR(time(one_chunk), 2.93, 0.02);
  EXPECT_GT(time(submitted("blocking_copies", "5.4")), 2.9);
  EXPECT_LT(time(pipeline), 1.25);
  EXPECT_EQ(one_chunk.verdict, Verdict::partial);
  EXPECT_EQ(pipeline.verdict, Verdict::passed);
}

// Reads and writes go both ways at a time, with nothing before or after.
TEST(GradeLab5, ZeroCopyIsOneKernelAsLongAsTheLinkNeeds) {
  const PartResult part = graded("solutions/lab5_streams", "5.5");
  EXPECT_LT(time(part), 1.05);
  EXPECT_DOUBLE_EQ(part.traffic_summary->values["traffic_vs_minimum"].value(), 1);
  EXPECT_FALSE(part.traffic_summary->values["partition_camping"]) << "the host's memory has no partitions";
  EXPECT_FALSE(part.traffic_summary->levels) << "no byte of it is in the caches or in the device's memory";
  // A sector for every float.
  const PartResult scattered = submitted("scattered", "5.5");
  EXPECT_NEAR(scattered.traffic_summary.value().values["traffic_vs_minimum"].value(), 8, 1e-9);
  EXPECT_NEAR(time(scattered), 8, 0.05);
}

TEST(GradeLab5, AWrongNumberOfMillisecondsHasAReasonOfItsOwn) {
  for (const char* name : {"seconds", "other_stream", "not_waited"}) {
    const PartResult part = submitted(name, "5.3");
    ASSERT_EQ(part.reasons.size(), 1U) << name;
    EXPECT_THAT(part.reasons[0].text, HasSubstr("for the copy to the device, which takes 0.1514 ms")) << name;
    EXPECT_FALSE(part.correctness.first_mismatch) << name;
  }
  EXPECT_EQ(graded("solutions/lab5_streams", "5.3").verdict, Verdict::passed);
}

// As its three stages, one after the other.
TEST(GradeLab5, AWholeProgramTakesTheTimeOfItsStages) {
  const PartResult whole = graded("solutions/lab5_streams", "5.6");
  EXPECT_EQ(whole.verdict, Verdict::passed);
  // Two copies, and a kernel with 22 rounds where part 5.3 has 8.
  const double stages = time(graded("solutions/lab5_streams", "5.3"));
  EXPECT_NEAR(time(whole), 2 + (stages - 2) * 22 / 8, 0.05);
}

TEST(GradeLab5, WhatAWholeProgramLeavesBehindIsAMistakeThere) {
  const PartResult part = submitted("leaks_after_error", "5.6");
  ASSERT_EQ(part.findings.size(), 1U);
  EXPECT_EQ(part.findings[0].name, "leak");
  EXPECT_FALSE(part.findings[0].is_remark);
  EXPECT_THAT(part.findings[0].text, HasSubstr("(at 1000 × 2 (n × rounds), where the launch fails"));
}

Explanation explained(const std::string& name, const char* part) {
  ExplainRequest request;
  request.root = root();
  request.lab = &lab5();
  request.part = course::find_part(lab5(), part);
  request.submission = root() / "autograder/tests/submissions/lab5_streams" / (name + ".cu");
  return explain(rules(), request);
}

TEST(GradeLab5, ExplainSaysWhatDidNotOverlapAndWhy) {
  EXPECT_THAT(explained("one_chunk", "5.4").timeline_advice, Contains(HasSubstr("there is one chunk only")));
  EXPECT_THAT(explained("default_stream", "5.4").timeline_advice,
              Contains(HasSubstr("all copies and kernels are in the default stream")));
  EXPECT_THAT(explained("blocking_copies", "5.4").timeline_advice, Contains(HasSubstr("which holds the host")));
  EXPECT_THAT(explained("pageable", "5.1").timeline_advice, Contains(HasSubstr("pageable memory")));
  EXPECT_GT(explained("one_chunk", "5.4").summary.values["time_vs_bound"].value(), 2.9);
}

}  // namespace
}  // namespace grader

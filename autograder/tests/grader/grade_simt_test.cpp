// Whole gradings in the emulator: the starter, the solution, and the corpus of wrong submissions.
#include <thread>

#include "backends/cuda/nvcc.hpp"
#include "grading.hpp"
#include "simt/simt.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;

TEST(GradeSimt, StarterScoresNothingBecauseNothingWasWritten) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab3_transpose", "simt");
  EXPECT_EQ(result.score, 0);
  ASSERT_EQ(result.parts.size(), 5U);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::not_attempted) << part.id;
    ASSERT_EQ(part.reasons.size(), 1U);
    EXPECT_EQ(part.reasons.front().text, "nothing was written");
  }
}

TEST(GradeSimt, SolutionGetsAllPointsTheEmulatorCanJudge) {
  const GradeResult result = grade_file(rules(), root() / "solutions/lab3_transpose", "simt");
  EXPECT_EQ(result.score, result.max_score);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::passed) << part.id << said_about(result, part);
    EXPECT_TRUE(part.findings.empty()) << said_about(result, part);
    EXPECT_FALSE(part.performance) << "GB/s without a GPU";
  }
  EXPECT_THAT(result.notes, ::testing::Contains(::testing::HasSubstr("GB/s were not measured")));
}

TEST(GradeSimt, CountersReachTheReportLineByLine) {
  const GradeResult result = grade_file(rules(), root() / "solutions/lab3_transpose", "simt", {"3.1"});
  ASSERT_EQ(result.parts.front().traffic.size(), 2U);
  const Traffic& load = result.parts.front().traffic[0];
  const Traffic& store = result.parts.front().traffic[1];
  EXPECT_EQ(load.line, store.line);
  EXPECT_GT(load.line, 0);
  EXPECT_EQ(load.requests, 8192);
  EXPECT_EQ(load.sectors, 32768);
  EXPECT_EQ(store.requests, 8192);
  EXPECT_EQ(store.sectors, 262144);
}

TEST(GradeSimt, TwoGradingsAgree) {
  const auto file = root() / "autograder/tests/submissions/lab3_transpose/slow.cu";
  const GradeResult first = grade_file(rules(), file, "simt");
  const GradeResult second = grade_file(rules(), file, "simt");
  ASSERT_EQ(first.parts.size(), second.parts.size());
  for (std::size_t i = 0; i < first.parts.size(); ++i) {
    EXPECT_EQ(first.parts[i].verdict, second.parts[i].verdict);
    EXPECT_EQ(first.parts[i].points, second.parts[i].points);
    EXPECT_EQ(first.parts[i].traffic.size(), second.parts[i].traffic.size());
  }
}

TEST(GradeSimt, OneBrokenPartDoesNotCostTheOthers) {
  // exit_in_constructor ends every part of it; host_segfault only 3.1.
  const auto file = root() / "autograder/tests/submissions/lab3_transpose/host_segfault.cu";
  const GradeResult result = grade_file(rules(), file, "simt");
  EXPECT_EQ(result.parts[0].verdict, Verdict::failed);
  EXPECT_EQ(result.parts[1].verdict, Verdict::not_attempted);
  EXPECT_THAT(said_about(result, result.parts[1]), ::testing::HasSubstr("does not define transpose_tiled"));
}

TEST(GradeSimt, LimitsOfCourseTomlDecide) {
  course::Rules lenient = rules();
  lenient.labs.find("lab3")->second.parts.find("3.2")->second.traffic.at_most["traffic_vs_minimum"] = 5.0;
  const auto file = root() / "autograder/tests/submissions/lab3_transpose/slow.cu";
  EXPECT_EQ(grade_file(rules(), file, "simt", {"3.2"}).parts.front().verdict, Verdict::partial);
  EXPECT_EQ(grade_file(lenient, file, "simt", {"3.2"}).parts.front().verdict, Verdict::passed);
}

TEST(GradeSimt, AnotherDeviceCountsByItsOwnRulesAndIsNotForTheRecord) {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = root() / "solutions/lab3_transpose";
  request.only = {"3.2"};
  request.device = "gtx280";
  const GradeResult old = grade(rules(), request);
  EXPECT_EQ(old.device.name, "emulated gtx280");
  // 16 banks, half-warps: 15 of 16 passes of a column conflict on each half; 31 of 32 on the H200.
  EXPECT_LT(old.parts.front().traffic_summary->values["conflict_share"], 0.9);
  EXPECT_THAT(old.notes, ::testing::Contains(::testing::HasSubstr("not for the record")));
  // A width of 512 floats camps: far from the 120 GB/s of a copy.
  ASSERT_TRUE(old.parts.front().traffic_summary->estimate);
  EXPECT_LT(old.parts.front().traffic_summary->estimate->gbps.value, 40);
  request.device = "h200";
  const TrafficSummary today = *grade(rules(), request).parts.front().traffic_summary;
  EXPECT_GT(today.values["conflict_share"], 0.9);
  EXPECT_FALSE(today.estimate);
  EXPECT_DOUBLE_EQ(today.values["dram_vs_minimum"].value(), 1);
  request.device = "gtx999";
  EXPECT_THROW(grade(rules(), request), simt::UnknownDevice);
}

TEST(GradeSimt, TimeOnAGpuIsPredictedOnRequest) {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = root() / "solutions/lab3_transpose";
  request.predicts = true;
  const GradeResult result = grade(rules(), request);
  EXPECT_EQ(result.backend, "simt");
  std::vector<double> gbps;
  for (const PartResult& part : result.parts) {
    ASSERT_TRUE(part.traffic_summary->predicted) << part.id;
    gbps.push_back(part.traffic_summary->predicted->gbps.value);
  }
  // As on the GPU: naive, tiled, padded, one after the other faster, none faster than a copy.
  EXPECT_LT(1.3 * gbps[0], gbps[1]);
  EXPECT_LT(1.3 * gbps[1], gbps[2]);
  const PredictedSpeed& tiled = *result.parts[1].traffic_summary->predicted;
  EXPECT_EQ(tiled.times.bound(), simt::memory::Bound::shared);
  EXPECT_GT(tiled.line, 0);
  EXPECT_LE(result.parts[2].traffic_summary->predicted->copy_share, 1.02);
  request.predicts = false;
  request.backend = "simt";
  EXPECT_FALSE(grade(rules(), request).parts[1].traffic_summary->predicted);
}

TEST(GradeSimt, APredictionLeavesOutNoOtherSize) {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = root() / "autograder/tests/submissions/hostile/good_at_the_counted_size.cu";
  request.only = {"3.3"};
  request.predicts = true;
  EXPECT_EQ(grade(rules(), request).parts.front().verdict, Verdict::partial);
}

TEST(GradeSimt, NothingIsPredictedForAChipWhoseTimingIsNotKnown) {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = root() / "solutions/lab3_transpose";
  request.only = {"3.2"};
  request.predicts = true;
  request.device = "gtx280";
  const GradeResult result = grade(rules(), request);
  EXPECT_FALSE(result.parts.front().traffic_summary->predicted);
  EXPECT_THAT(result.notes, ::testing::Contains(::testing::HasSubstr("gtx280.toml has no table [timing]")));
}

GradeResult graded_by_prediction(const std::filesystem::path& submission, std::vector<std::string> only,
                                 std::string device = "") {
  course::Rules predicted = rules();
  predicted.prediction.points = true;
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = submission;
  request.only = std::move(only);
  request.backend = "simt";
  request.device = std::move(device);
  return grade(predicted, request);
}

TEST(GradeSimt, PointsForSpeedAreGivenByPredictionWhereTheCourseSaysSo) {
  if (backends::find_nvcc(root()).empty()) GTEST_SKIP() << "no nvcc";
  const GradeResult solved = graded_by_prediction(root() / "solutions/lab3_transpose", {});
  for (const PartResult& part : solved.parts) {
    EXPECT_EQ(part.points_by, PointsBy::prediction) << part.id;
    EXPECT_EQ(part.verdict, Verdict::passed) << part.id;
    EXPECT_EQ(part.points_elsewhere, 0) << part.id;
    EXPECT_FALSE(part.performance) << part.id;
    EXPECT_TRUE(part.traffic_summary->predicted->knows_registers) << part.id;
  }
  EXPECT_THAT(solved.notes, ::testing::Contains(::testing::HasSubstr("are predicted, not measured")));
  // Bank conflicts in a padded tile's place, and a wrong result: as much to get, and less got.
  const auto slow = root() / "autograder/tests/submissions/lab3_transpose";
  const GradeResult conflicts = graded_by_prediction(slow / "slow.cu", {"3.3"});
  EXPECT_EQ(conflicts.parts[0].max_points, solved.parts[2].max_points);
  EXPECT_LT(conflicts.parts[0].points, conflicts.parts[0].max_points);
  EXPECT_THAT(conflicts.parts[0].reasons.front().text, ::testing::HasSubstr("predicted "));
  const GradeResult wrong = graded_by_prediction(slow / "wrong_index.cu", {"3.1"});
  EXPECT_EQ(wrong.parts[0].max_points, solved.parts[0].max_points);
  EXPECT_EQ(wrong.parts[0].points, 0);
}

// Without registers, or with costs that are only stated, the model may be wrong by an unknown amount: that is
// never worth points.
TEST(GradeSimt, OnAChipThatIsNotMeasuredNothingIsGivenByPrediction) {
  const GradeResult result = graded_by_prediction(root() / "solutions/lab3_transpose", {"3.2"}, "a100");
  EXPECT_EQ(result.parts[0].points_by, PointsBy::counters);
  EXPECT_FALSE(result.parts[0].predicted);
  EXPECT_THAT(result.notes, ::testing::Contains(::testing::HasSubstr("are not given by prediction")));
}

// What the host's clock measures is not the kernels' time alone, and its host code would run at a size that its memory
// does not have.
TEST(GradeSimt, PartsOfTheHostsClockAreGradedAsEverWhereTimesArePredicted) {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab5");
  request.submission = root() / "solutions/lab5_streams";
  request.only = {"5.2", "5.4"};
  request.predicts = true;
  const GradeResult result = grade(rules(), request);
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::passed) << part.id;
    EXPECT_FALSE(part.traffic_summary->predicted) << part.id;
  }
  EXPECT_THAT(result.notes,
              ::testing::Contains(::testing::StartsWith("no time is predicted for 5.2, 5.4: the host's clock")));
}

TEST(GradeSimt, MemoryThatIsNeverFreedIsARemark) {
  const GradeResult result =
      grade_file(rules(), root() / "autograder/tests/submissions/lab3_transpose/leak.cu", "simt", {"3.1", "3.2"});
  for (const PartResult& part : result.parts) {
    EXPECT_NE(part.verdict, Verdict::failed) << part.id;
    ASSERT_FALSE(part.findings.empty()) << part.id;
    const Finding& leak = part.findings.back();  // where a part is slow, the line comes first
    EXPECT_EQ(leak.name, "leak");
    EXPECT_TRUE(leak.is_remark);
    EXPECT_EQ(leak.line, part.id == "3.1" ? 12 : 18);
    EXPECT_THAT(leak.text, ::testing::HasSubstr("never freed"));
  }
}

class EveryLabSimt : public ::testing::TestWithParam<course::Lab> {};

TEST_P(EveryLabSimt, StarterIsWorthNothingAndSolutionAll) { expect_starter_and_solution(GetParam(), "simt"); }

INSTANTIATE_TEST_SUITE_P(All, EveryLabSimt, ::testing::ValuesIn(tests::loaded_course().labs),
                         [](const auto& info) { return std::string(info.param.name); });

class SubmissionsSimt : public ::testing::TestWithParam<Expectation> {};

TEST_P(SubmissionsSimt, GetTheirVerdictForTheirOwnReason) { expect_verdict(GetParam(), "simt"); }

INSTANTIATE_TEST_SUITE_P(All, SubmissionsSimt, ::testing::ValuesIn(expectations_of_process("simt")),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace grader

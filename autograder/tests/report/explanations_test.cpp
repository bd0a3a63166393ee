// Whole explanations of real files, as a student sees them: references and some of the wrong submissions, in the
// emulator. The texts are in snapshots/; where a change to them is meant, write them anew and read the difference:
//   COURSE_WRITE_SNAPSHOTS=1 build/bin/explanations_test && git diff autograder/tests/report/snapshots
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "grader/explain/explain.hpp"
#include "report/explain.hpp"
#include "tests/loaded_course.hpp"

namespace {

namespace fs = std::filesystem;
using grader::Access;
using grader::Explanation;
using grader::Space;
using grader::Traffic;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* solution = "solutions/lab3_transpose/transpose.cu";
constexpr const char* missing_barrier = "autograder/tests/submissions/lab3_transpose/missing_barrier.cu";

std::string read_file(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

Explanation explain(const std::string& file, const char* part, const char* device = "") {
  const fs::path root = COURSE_ROOT;
  grader::ExplainRequest request;
  request.root = root;
  request.lab = &tests::lab(std::string("lab") + part[0]);
  request.part = &tests::part(part);
  request.submission = root / file;
  request.device = device;
  request.seed = 7;
  course::Rules rules = tests::loaded_course().rules;
  rules.limits.work = 200'000'000;
  Explanation explanation = grader::explain(rules, request);
  explanation.submission = file;  // not where this machine has it
  return explanation;
}

/// The first line of `file` with `code` in it.
int line_of(const std::string& file, const std::string& code) {
  std::istringstream source(read_file(fs::path(COURSE_ROOT) / file));
  int number = 1;
  for (std::string line; std::getline(source, line); ++number) {
    if (line.find(code) != std::string::npos) return number;
  }
  return -1;
}

std::vector<Traffic> wasteful(const Explanation& explanation) {
  std::vector<Traffic> rows;
  for (const Traffic& row : explanation.traffic) {
    if (row.is_wasteful()) rows.push_back(row);
  }
  return rows;
}

void expect_snapshot(const std::string& name, const Explanation& explanation) {
  const std::string text = report::explanation_report(explanation, {});
  const fs::path file = fs::path(COURSE_ROOT) / "autograder/tests/report/snapshots" / (name + ".txt");
  if (std::getenv("COURSE_WRITE_SNAPSHOTS") != nullptr) std::ofstream(file, std::ios::binary) << text;
  EXPECT_EQ(read_file(file), text) << "if this is meant, see the top of explanations_test.cpp";
}

TEST(Explanations, NaiveWastesAtItsStridedStore) {
  const Explanation explanation = explain(solution, "3.1");
  const auto rows = wasteful(explanation);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].line, line_of(solution, "out[static_cast<size_t>(x) * height + y]"));
  EXPECT_EQ(rows[0].op, Access::store);
  ASSERT_EQ(explanation.advice.size(), 1U);
  EXPECT_THAT(explanation.advice[0].text, AllOf(HasSubstr("store 2048 bytes apart"), HasSubstr("4 of 32 bytes")));
  EXPECT_THAT(explanation.advice[0].read_on, HasSubstr("part 3.1"));
  expect_snapshot("naive", explanation);
}

TEST(Explanations, TheProductWithTheTransposeWastesAtOneOfTheTwoReadsOfItsSum) {
  const std::string products = "solutions/lab2_matmul/matmul.cu";
  const Explanation explanation = explain(products, "2.4");
  const auto rows = wasteful(explanation);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].line, line_of(products, "A[row * W + k] * A[column * W + k]"));
  EXPECT_EQ(rows[0].op, Access::load);
  ASSERT_EQ(explanation.advice.size(), 1U);
  EXPECT_THAT(explanation.advice[0].text, AllOf(HasSubstr("one of its loads"), HasSubstr("load 128 bytes apart"),
                                                HasSubstr("32 sectors per request where 4 would do")));
  expect_snapshot("product_with_transpose", explanation);
}

TEST(Explanations, OneThreadPerRowWastesAtItsReadOfTheMatrix) {
  const std::string matvec = "solutions/lab1_matvec/matvec.cu";
  const Explanation explanation = explain(matvec, "1.1");
  const auto rows = wasteful(explanation);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].line, line_of(matvec, "* x[j]"));
  EXPECT_EQ(rows[0].op, Access::load);
  ASSERT_EQ(explanation.advice.size(), 1U);
  EXPECT_THAT(explanation.advice[0].text, AllOf(HasSubstr("one of its loads"), HasSubstr("load 2048 bytes apart"),
                                                HasSubstr("32 sectors per request where 4 would do")));
  expect_snapshot("one_thread_per_row", explanation);
}

TEST(Explanations, TiledConflictsWhereItReadsAColumnOfTheTile) {
  const Explanation explanation = explain(solution, "3.2");
  const auto rows = wasteful(explanation);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].line, line_of(solution, "= tile[threadIdx.x][j]"));
  EXPECT_EQ(rows[0].space, Space::shared);
  EXPECT_EQ(rows[0].op, Access::load);
  ASSERT_EQ(explanation.advice.size(), 1U);
  EXPECT_THAT(explanation.advice[0].text, AllOf(HasSubstr("words 32 apart"), HasSubstr("one of 32 banks")));
  expect_snapshot("tiled", explanation);
}

TEST(Explanations, AnotherDeviceIsExplainedInItsOwnTerms) {
  const Explanation naive = explain(solution, "3.1", "gtx280");
  EXPECT_EQ(naive.device, "emulated gtx280");
  ASSERT_EQ(naive.advice.size(), 1U);
  EXPECT_THAT(naive.advice[0].text, AllOf(HasSubstr("16 lanes of a half-warp"), HasSubstr("16 segments of 512 bytes")));
  ASSERT_TRUE(naive.summary.estimate);
  expect_snapshot("gtx280_naive", naive);
  const Explanation tiled = explain(solution, "3.2", "gtx280");
  ASSERT_EQ(tiled.advice.size(), 1U);
  EXPECT_THAT(tiled.advice[0].text, HasSubstr("in one of 16 banks"));
  expect_snapshot("gtx280_tiled", tiled);
}

TEST(Explanations, PaddedHasNothingToComplainAbout) {
  const Explanation explanation = explain(solution, "3.3");
  EXPECT_TRUE(wasteful(explanation).empty());
  EXPECT_TRUE(explanation.advice.empty());
  EXPECT_TRUE(explanation.findings.empty());
  expect_snapshot("padded", explanation);
}

TEST(Explanations, AMissingBarrierIsToldAtBothLines) {
  const Explanation explanation = explain(missing_barrier, "3.2");
  const int store = line_of(missing_barrier, "tile[j][threadIdx.x] =");
  const int load = line_of(missing_barrier, "= tile[threadIdx.x][j]");
  ASSERT_FALSE(explanation.findings.empty());
  const grader::Finding& race = explanation.findings[0];
  EXPECT_EQ(race.name, "shared-race");
  EXPECT_EQ(std::minmax(race.line, race.other_line), std::minmax(store, load));
  ASSERT_FALSE(explanation.advice.empty());
  EXPECT_THAT(explanation.advice[0].text, HasSubstr("lines " + std::to_string(store) + " and " + std::to_string(load)));
  EXPECT_THAT(explanation.advice[0].text, HasSubstr("__syncthreads()"));
  expect_snapshot("missing_barrier", explanation);
}

TEST(Explanations, ARaceWithinAWarpNeedsOnlyTheWarpsBarrier) {
  const std::string file = "autograder/tests/submissions/lab2_matmul/missing_syncwarp.cu";
  const Explanation explanation = explain(file, "2.2");
  ASSERT_EQ(explanation.findings.size(), 1U);
  EXPECT_EQ(explanation.findings[0].line, line_of(file, "a[threadIdx.y][threadIdx.x] ="));
  EXPECT_EQ(explanation.findings[0].other_line, line_of(file, "sum +="));
  EXPECT_THAT(explanation.findings[0].text, HasSubstr("of the same warp"));
  const Explanation across = explain("autograder/tests/submissions/lab2_matmul/syncwarp_for_the_block.cu", "2.3");
  ASSERT_FALSE(across.findings.empty());
  EXPECT_THAT(across.findings[0].text, Not(HasSubstr("of the same warp")));
}

TEST(Explanations, RepeatedReadsAreToldWhereNoRequestIsBad) {
  const std::string file = "autograder/tests/submissions/lab2_matmul/slow.cu";
  const Explanation explanation = explain(file, "2.3");
  EXPECT_TRUE(wasteful(explanation).empty());
  ASSERT_EQ(explanation.advice.size(), 1U);
  const int sum = line_of(file, "__global__ void product(") + 5;
  EXPECT_THAT(explanation.advice[0].text,
              AllOf(HasSubstr("line " + std::to_string(sum) + ", 2 of its loads:"), HasSubstr("again and again")));
}

TEST(Explanations, StoresAtEveryStepAreToldWhereThePartAllowsTheStride) {
  const std::string file = "autograder/tests/submissions/lab1_matvec/slow.cu";
  const Explanation explanation = explain(file, "1.1");
  ASSERT_EQ(explanation.advice.size(), 1U);
  const std::string line = "line " + std::to_string(line_of(file, "y[row] +="));
  EXPECT_THAT(explanation.advice[0].text, AllOf(HasSubstr(line + ": 4096 requests"), HasSubstr("512 times each")));
  ASSERT_EQ(explanation.allowed.size(), 1U);
  EXPECT_THAT(explanation.allowed[0], AllOf(HasSubstr(line), HasSubstr("2048 bytes apart")));
  EXPECT_THAT(report::explanation_report(explanation, {}),
              HasSubstr("  Part 1.1 allows this, so that it costs no points:\n  · line"));
  // The same stride, where x is read from global memory (1.2), and where the part does not allow it (1.4).
  EXPECT_THAT(explain(file, "1.2").advice.at(0).text, HasSubstr("each load of a warp is as it should be"));
  const Explanation open_end = explain(file, "1.4");
  EXPECT_THAT(open_end.advice.at(0).text, HasSubstr("2048 bytes apart"));
  EXPECT_TRUE(open_end.allowed.empty());
}

TEST(Explanations, OneLaneOfAWarpAtWorkIsTold) {
  const std::string file = "autograder/tests/submissions/lab0_copy/one_lane.cu";
  for (const char* part : {"0.1", "0.2"}) {
    const Explanation explanation = explain(file, part);
    ASSERT_EQ(explanation.advice.size(), 1U);
    EXPECT_THAT(explanation.advice[0].text, HasSubstr("only 1 of 32 lanes of each warp works here"));
  }
}

TEST(Explanations, WhatIsLoadedBeyondAStripIsNotCalledScattered) {
  const std::string spaces = "solutions/lab8_spaces/spaces.cu";
  const Explanation image = explain(spaces, "8.1");
  EXPECT_FALSE(wasteful(image).empty());
  EXPECT_TRUE(image.advice.empty());
  EXPECT_THAT(report::explanation_report(image, {}),
              AllOf(Not(HasSubstr("No line wastes")), HasSubstr("All of it is within what part 8.1 allows")));
  for (const grader::Reason& one : explain(spaces, "8.4").advice) EXPECT_THAT(one.text, HasSubstr("store"));
  const Explanation by_columns = explain("autograder/tests/submissions/lab8_spaces/texture_by_columns.cu", "8.4");
  EXPECT_THAT(by_columns.advice.at(0).text, HasSubstr("let neighbouring lanes"));
}

TEST(Explanations, AnEarlyReturnBeforeACooperativeLoadIsTold) {
  const std::string file = "autograder/tests/submissions/lab1_matvec/early_return.cu";
  const Explanation explanation = explain(file, "1.2");
  ASSERT_FALSE(explanation.advice.empty());
  EXPECT_THAT(explanation.advice[0].text,
              HasSubstr("line " + std::to_string(line_of(file, "return;")) + ": a thread that returns here"));
}

TEST(Explanations, DynamicSharedMemoryThatTheLaunchForgetsIsTold) {
  const Explanation explanation = explain("autograder/tests/submissions/lab0_copy/no_dynamic.cu", "0.1");
  ASSERT_FALSE(explanation.advice.empty());
  EXPECT_THAT(explanation.advice[0].text, HasSubstr("the launch gave the kernel no dynamic shared memory"));
}

TEST(Explanations, AWrongAnswerIsExplainedAllTheSame) {
  const Explanation explanation = explain("autograder/tests/submissions/lab3_transpose/multiples_of_32.cu", "3.2");
  EXPECT_TRUE(explanation.did_run);
  EXPECT_EQ(explanation.traffic.size(), 4U);
  ASSERT_EQ(explanation.problems.size(), 1U);
  EXPECT_THAT(explanation.problems[0].text, HasSubstr("guard"));
}

TEST(Explanations, WhatOnlySmallSizesShowIsFoundToo) {
  const Explanation explanation = explain("autograder/tests/submissions/lab3_transpose/out_of_bounds.cu", "3.1");
  ASSERT_EQ(explanation.findings.size(), 1U);
  EXPECT_EQ(explanation.findings[0].name, "out-of-bounds");
  EXPECT_THAT(explanation.findings[0].text, HasSubstr("small, odd sizes"));
}

TEST(Explanations, AStreamOfOnesOwnIsDrawn) {
  constexpr const char* own_stream = "autograder/tests/submissions/lab3_transpose/own_stream.cu";
  const Explanation explanation = explain(own_stream, "3.2");
  ASSERT_EQ(explanation.timeline.size(), 1U);
  const grader::TimelineOperation& kernel = explanation.timeline[0];
  EXPECT_EQ(kernel.kind, grader::OperationKind::kernel);
  EXPECT_EQ(kernel.stream, 1);
  EXPECT_EQ(kernel.line, line_of(own_stream, "<<<"));
  EXPECT_GT(kernel.end, kernel.start);
  EXPECT_THAT(report::explanation_report(explanation, {}), HasSubstr("stream 1    │####"));
  EXPECT_TRUE(explain(solution, "3.1").timeline.empty());
}

TEST(Explanations, StreamsAreAdvisedWhereThePartJudgesTime) {
  const Explanation overlap = explain("autograder/tests/submissions/lab5_streams/one_chunk.cu", "5.4");
  ASSERT_FALSE(overlap.timeline_advice.empty());
  EXPECT_THAT(overlap.timeline_advice[0], HasSubstr("one chunk only"));
  EXPECT_THAT(report::explanation_report(overlap, {}), Not(HasSubstr("costs no points")));
  const Explanation in_stages = explain("solutions/lab5_streams/streams.cu", "5.3");
  EXPECT_FALSE(in_stages.timeline.empty());
  EXPECT_TRUE(in_stages.timeline_advice.empty()) << "part 5.3 asks for one stage after the other";
  for (const char* part : {"8.3", "8.5"}) {
    const Explanation explanation = explain("solutions/lab8_spaces/spaces.cu", part);
    EXPECT_FALSE(explanation.timeline.empty());
    EXPECT_TRUE(explanation.timeline_advice.empty());
    EXPECT_THAT(report::explanation_report(explanation, {}),
                AllOf(Not(HasSubstr("time  ")), Not(HasSubstr("That is within"))));
  }
}

TEST(Explanations, CampingIsSaidWhereThePartJudgesIt) {
  const Explanation explanation = explain("autograder/tests/submissions/lab3_transpose/slow.cu", "3.4");
  ASSERT_FALSE(explanation.advice.empty());
  EXPECT_THAT(explanation.advice.back().text, HasSubstr("one memory partition"));
}

TEST(Explanations, WhatDoesNotCompileOrEndDidNotRun) {
  const Explanation broken = explain("autograder/tests/submissions/lab3_transpose/compile_error.cu", "3.1");
  EXPECT_FALSE(broken.did_run);
  EXPECT_THAT(broken.compiler_output, HasSubstr("no_such_kernel"));
  const Explanation endless = explain("autograder/tests/submissions/lab3_transpose/endless_host.cu", "3.1");
  EXPECT_FALSE(endless.did_run);
  ASSERT_FALSE(endless.findings.empty());
  EXPECT_THAT(endless.findings.at(0).text, HasSubstr("was stopped here"));
  const Explanation missing = explain("autograder/tests/submissions/lab3_transpose/nan.cu", "3.2");
  EXPECT_FALSE(missing.did_run);
  EXPECT_THAT(missing.problems.at(0).text, HasSubstr("does not define transpose_tiled"));
}

}  // namespace

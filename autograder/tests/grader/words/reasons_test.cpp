#include "grader/words/reasons.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/words/left_words.hpp"
#include "runner/protocol.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using course::Size;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const course::Lab& lab() { return tests::lab("lab3"); }
const course::Part& part() { return lab().parts[2]; }

std::string wrong_sizes(const std::vector<Size>& right, const std::vector<Size>& wrong) {
  FirstMismatch first;
  first.size = wrong.front();
  first.index = 7;
  first.expected = 0.5;
  first.actual = 0.25;
  return reason_for_wrong_sizes(lab(), part(), right, wrong, first, true).text;
}

TEST(CrashReason, ADivisionByZeroNamesTheDivisor) {
  const simt::SourceIndex source = simt::index_source(
      "void run(int n) {\n"
      "  const int chunks = 8;\n"
      "  int size = n / chunks;\n"
      "  int rest = n % size;\n"
      "}\n");
  backends::RunOutcome outcome;
  outcome.status = backends::RunStatus::crashed;
  outcome.detail = "Floating point exception";
  course::Part part_of_run;
  part_of_run.entry = "run";
  const std::string text = reason_for_run(outcome, part_of_run, {{4, 4}}, {}, source).text;
  EXPECT_THAT(text, HasSubstr("a whole number divided by 0: line 4 divides by size"));
}

TEST(WrongSizes, OnlyMultiplesOf32AreRight) {
  EXPECT_THAT(wrong_sizes({{{32, 64}}, {{96, 32}}}, {{{33, 32}}, {{5, 5}}}), HasSubstr("multiples of 32"));
}

TEST(WrongSizes, ARestOfAFloat4IsForgotten) {
  FirstMismatch first;
  first.size = {{5}};
  const course::Lab& copy = tests::lab("lab0");
  EXPECT_THAT(reason_for_wrong_sizes(copy, copy.parts[2], {{{256}}, {{260}}}, {{{5}}, {{1023}}}, first, true).text,
              HasSubstr("n is a multiple of 4, so the path without float4 is missing"));
}

TEST(WrongSizes, NothingIsGuessedWhereTheCauseIsKnown) {
  FirstMismatch first;
  first.size = {{5}};
  const course::Lab& copy = tests::lab("lab0");
  const std::string text =
      reason_for_wrong_sizes(copy, copy.parts[2], {{{256}}, {{260}}}, {{{5}}, {{1023}}}, first, false).text;
  EXPECT_THAT(text, HasSubstr("right only where n is a multiple of 4: at n = 5"));
}

// Part 7.2 has a table of its own, so the sensors of 7.1 say nothing about it.
TEST(WrongSizes, AnExtentThatThePartDoesNotUseExplainsNothing) {
  const course::Lab& residency = tests::lab("lab7");
  FirstMismatch first;
  first.size = {{100, 7, 3}};
  const auto said = [&](std::string_view id) {
    return reason_for_wrong_sizes(residency, tests::part(id), {{{5, 1, 9}}, {{6, 2, 1}}, {{400, 5, 2}}},
                                  {{{100, 7, 3}}, {{7, 33, 4}}}, first, true)
        .text;
  };
  EXPECT_THAT(said("7.1"), HasSubstr("right up to sensors = 5, wrong from 7 on"));
  EXPECT_THAT(said("7.2"), Not(HasSubstr("right up to")));
}

TEST(WrongSizes, OnlySquaresAreRight) {
  EXPECT_THAT(wrong_sizes({{{1, 1}}, {{32, 32}}, {{96, 96}}}, {{{33, 31}}}),
              HasSubstr("right only for square matrices, so width × height are mixed up somewhere: "));
}

TEST(WrongSizes, OfSmallSquaresTheSizeMayBeWhatCounts) {
  EXPECT_THAT(wrong_sizes({{{1, 1}}, {{32, 32}}}, {{{33, 31}}}),
              AllOf(HasSubstr("right only for square matrices up to 32 × 32"),
                    HasSubstr("or something is wrong beyond the first tile")));
}

TEST(WrongSizes, ASingleRowThatHappensToBeRightDoesNotHideThePattern) {
  EXPECT_THAT(wrong_sizes({{{1, 37}}, {{32, 32}}}, {{{41, 1}}, {{33, 31}}}), HasSubstr("square"));
  EXPECT_THAT(wrong_sizes({{{1, 1}}, {{1, 37}}}, {{{33, 31}}}), HasSubstr("wrong result"));
}

TEST(WrongSizes, OnlyMultiplesInOneDirectionAreRight) {
  EXPECT_THAT(wrong_sizes({{{32, 64}}, {{96, 33}}}, {{{33, 32}}, {{5, 5}}}),
              HasSubstr("right only where width is a multiple of 32"));
  EXPECT_THAT(wrong_sizes({{{32, 64}}, {{33, 96}}}, {{{32, 33}}, {{5, 5}}}),
              HasSubstr("right only where height is a multiple of 32"));
}

TEST(WrongSizes, OnlyASingleTileIsRight) {
  EXPECT_THAT(wrong_sizes({{{1, 1}}, {{31, 32}}}, {{{33, 31}}, {{96, 96}}}), HasSubstr("beyond the first tile"));
  EXPECT_THAT(wrong_sizes({{{1, 1}}, {{1, 5}}}, {{{33, 31}}, {{96, 96}}}), HasSubstr("wrong result"))
      << "by chance, as a single row or column may be";
}

TEST(WrongSizes, WhereThereAreNoMatricesOneExtentTellsTheLimit) {
  FirstMismatch first;
  first.size = {{300, 2, 7}};
  const course::Lab& sync = tests::lab("lab4");
  const std::vector<Size> right{{{1, 1, 1}}, {{2, 3, 2}}, {{77, 5, 1}}}, wrong{{{300, 2, 7}}, {{1000, 3, 4}}};
  const std::string text = reason_for_wrong_sizes(sync, sync.parts[0], right, wrong, first, true).text;
  EXPECT_THAT(text,
              HasSubstr("wrong result: right up to n = 77, wrong from 300 on: at 300 × 2 × 7 (n × rounds × blocks)"));
  EXPECT_THAT(reason_for_wrong_sizes(sync, sync.parts[0], {{{1, 1, 1}}, {{2, 3, 2}}}, wrong, first, true).text,
              HasSubstr("wrong result: at 300"))
      << "by chance";
}

TEST(WrongSizes, CharactersAndDoublesAreNamedAndCountedAsSuch) {
  const course::Lab& banks = tests::lab("lab6");
  FirstMismatch first;
  first.size = {{1, 1}};
  first.index = 5;
  first.element = course::Element::u8x4;
  first.expected = 0x07;
  first.actual = 0x2b;
  EXPECT_THAT(reason_for_wrong_sizes(banks, banks.parts[1], {}, {first.size}, first, true).text,
              HasSubstr("character 5 of the output is 0x2b where 0x07 is due"));
  first.element = course::Element::half_f64;
  first.never_written = true;
  EXPECT_THAT(reason_for_wrong_sizes(banks, banks.parts[2], {}, {first.size}, first, true).text,
              HasSubstr("double 5 of the output was never written where 7 is due"));
}

TEST(WrongSizes, NoPatternIsNotInvented) {
  const std::string text = wrong_sizes({{{32, 32}}, {{33, 31}}}, {{{64, 64}}});
  EXPECT_THAT(text, HasSubstr("wrong result"));
  EXPECT_THAT(text, HasSubstr("64 × 64 (width × height), element 7 of the output is 0.25 where 0.5 is due"));
}

TEST(WrongSizes, WhatMustBeLeftAloneHasNoValueThatIsDue) {
  FirstMismatch first;
  first.size = {{3, 2}};
  first.index = 3;
  first.actual = 0.25;
  first.must_be_untouched = true;
  const std::string text = reason_for_wrong_sizes(lab(), part(), {}, {{{3, 2}}}, first, true).text;
  EXPECT_THAT(text, HasSubstr("element 3 of the output was changed to 0.25, though it is no part of the answer"));
  EXPECT_THAT(text, Not(HasSubstr("is due")));
}

TEST(WrongSizes, TheAnswersPieceIsNamed) {
  FirstMismatch first;
  first.size = {{3, 2}};
  first.index = 3;
  first.never_written = true;
  first.piece = "situation 4, fill";
  EXPECT_THAT(reason_for_wrong_sizes(lab(), part(), {}, {{{3, 2}}}, first, true).text,
              HasSubstr("element 3 of the output (situation 4, fill) was never written where 0 is due"));
}

TEST(WrongSizes, NothingRightProvesNoPattern) { EXPECT_THAT(wrong_sizes({}, {{{33, 31}}}), HasSubstr("wrong result")); }

TEST(ReasonForRun, TellsAKernelThatHangsFromHostCodeThatHangs) {
  backends::RunOutcome outcome;
  outcome.status = backends::RunStatus::timed_out;
  course::Limits limits;
  limits.run = {10};
  outcome.still_running = runner::Phase::kernel;
  EXPECT_THAT(reason_for_run(outcome, part(), {{4, 4}}, limits).text,
              HasSubstr("a kernel had not ended after 10 s at 4 × 4"));
  outcome.still_running = runner::Phase::host_code;
  EXPECT_THAT(
      reason_for_run(outcome, part(), {{4, 4}}, limits).text,
      HasSubstr(
          "transpose_padded had not returned after 10 s at 4 × 4 (width × height): a loop in its host code goes on"));
  EXPECT_THAT(reason_for_run(outcome, part(), {{4, 4}}, limits).text, Not(HasSubstr("kernel")));
  outcome.still_running = runner::Phase::host_code_or_kernel;
  EXPECT_THAT(reason_for_run(outcome, part(), {{4, 4}}, limits).text,
              HasSubstr("its host code goes on, or a kernel that it waits for"));
}

TEST(ReasonForRun, SaysOnlyThatNothingCameWhereTheRunnerDoesNotSayWhatItDoes) {
  backends::RunOutcome outcome;
  outcome.status = backends::RunStatus::timed_out;
  course::Limits limits;
  limits.run = {10};
  const auto text = [&] { return reason_for_run(outcome, part(), {{4, 4}}, limits).text; };
  EXPECT_THAT(text(), HasSubstr("nothing came back after 10 s"));
  outcome.still_running = static_cast<runner::Phase>(77);  // student code can send anything
  EXPECT_THAT(text(), HasSubstr("nothing came back after 10 s"));
}

TrafficSummary counted(double traffic, double conflicts, double camping) {
  return {.values = {{"traffic_vs_minimum", traffic}, {"conflict_share", conflicts}, {"partition_camping", camping}}};
}

TEST(ReasonsForTraffic, OneForEachLimitThatIsPassed) {
  course::TrafficLimits limits;
  limits.at_most["traffic_vs_minimum"] = 1.1;
  limits.at_most["conflict_share"] = 0.01;
  limits.at_most["partition_camping"] = 2.0;
  EXPECT_THAT(reasons_for_traffic(part(), counted(1.0, 0.0, 1.0), limits), IsEmpty());
  EXPECT_THAT(reasons_for_traffic(part(), counted(4.5, 0.97, 8.0), limits), SizeIs(3));
  EXPECT_THAT(reasons_for_traffic(part(), counted(1.0, 0.97, 1.0), limits).front().text, HasSubstr("97 %"));
}

TEST(ReasonsForTraffic, TellsScatteredAddressesFromRepeatedOnes) {
  course::TrafficLimits limits;
  limits.at_most["traffic_vs_minimum"] = 1.1;
  TrafficSummary summary{.values = {{"traffic_vs_minimum", 2.0}}};
  summary.sectors_vs_ideal = 2.0;
  EXPECT_THAT(reasons_for_traffic(part(), summary, limits).front().text, HasSubstr("neighbouring threads"));
  summary.sectors_vs_ideal = 1.0;
  EXPECT_THAT(reasons_for_traffic(part(), summary, limits).front().text, HasSubstr("more than once"));
  summary.values["traffic_vs_minimum"] = 40;
  summary.sectors_vs_ideal = 1.2;
  EXPECT_THAT(reasons_for_traffic(part(), summary, limits).front().text, HasSubstr("more than once"));
}

TEST(ReasonsForTraffic, WhoMovesTooLittleHasNotDoneItInAKernel) {
  course::TrafficLimits limits{.at_most = {{"traffic_vs_minimum", 1.1}}, .at_least = 0.9};
  EXPECT_THAT(reasons_for_traffic(part(), {.values = {{"traffic_vs_minimum", 0.0}}}, limits).front().text,
              HasSubstr("your kernels move only 0.00 × the bytes"));
  limits.at_least = 0;
  EXPECT_THAT(reasons_for_traffic(part(), {.values = {{"traffic_vs_minimum", 0.0}}}, limits), IsEmpty());
  limits = {.at_most = {}, .at_least = 0.9};
  limits.at_most["dram_vs_minimum"] = 1.1;
  EXPECT_THAT(reasons_for_traffic(part(), {.values = {{"dram_vs_minimum", 0.5}}}, limits).front().text,
              HasSubstr("DRAM move only"));
  limits = {.at_most = {}, .at_least = 0.9};
  limits.at_most["time_vs_bound"] = 1.1;
  EXPECT_THAT(reasons_for_traffic(part(), {.values = {{"time_vs_bound", 0.0}}}, limits).front().text,
              HasSubstr("not done on the device"));
}

TEST(ReasonsForTraffic, ManyCopiesAndManyPassesOfConstantMemory) {
  course::TrafficLimits limits;
  limits.at_most["copies"] = 11;
  limits.at_most["constant_wavefronts"] = 1;
  TrafficSummary summary;
  summary.values["copies"] = 11;
  summary.values["constant_wavefronts"] = 1;
  EXPECT_THAT(reasons_for_traffic(part(), summary, limits), IsEmpty());
  summary.values["copies"] = 12;
  EXPECT_THAT(reasons_for_traffic(part(), summary, limits).front().text, HasSubstr("12 copies and fills, where 11 do"));
  summary.values["copies"] = 0;
  summary.values["constant_wavefronts"] = 15.6;
  EXPECT_THAT(reasons_for_traffic(part(), summary, limits).front().text, HasSubstr("takes 15.6 wavefronts"));
}

TEST(ReasonsForTraffic, AbsentLimitsJudgeNothing) {
  EXPECT_THAT(reasons_for_traffic(part(), counted(100, 1, 8), {}), IsEmpty());
}

const course::Part& whole_program() { return tests::part("5.6"); }

/// What is said of a file that calls cudaGetLastError on the line `asked`, in the function of its launch, which failed.
std::string said_of_error(const std::string& asked_before, const std::string& asked_after, const Refusal& refusal) {
  const simt::SourceIndex source = simt::index_source("int whole_program() {\n" + asked_before +
                                                      "\nwork<<<1, threads>>>();\n" + asked_after + "\nreturn 0;\n}\n");
  return reason_refusal(whole_program(), "1000 × 2", refusal, source).text;
}

TEST(ReturnedErrors, OneThatIsNotReturnedIsNamed) {
  EXPECT_EQ(said_of_error("", "", {.due = 9, .said = 0, .has_failed_launch = true}),
            "at 1000 × 2, threads is more than a block can have: it must return the launch's error, "
            "cudaErrorInvalidConfiguration (9), and it returned 0. No line after the launch asks for its error "
            "(cudaGetLastError)");
  const Refusal hidden{.due = 9, .said = 0, .has_failed_launch = true};
  EXPECT_THAT(said_of_error("", "e = cudaGetLastError();", hidden),
              HasSubstr("and it returned 0. The first error counts"));
  EXPECT_THAT(said_of_error("e = cudaGetLastError();", "", hidden), HasSubstr("No line after the launch asks"));
}

TEST(ReturnedErrors, WhereNoLaunchFailedNothingIsSaidOfIt) {
  const std::string text = said_of_error("", "", {.due = 9, .said = -1, .has_failed_launch = false});
  EXPECT_TRUE(text.ends_with("and it returned -1")) << text;
}

TEST(ReturnedErrors, OneThatHasNoCauseIsNamed) {
  EXPECT_EQ(said_of_error("", "", {.due = 0, .said = 11, .has_failed_launch = false}),
            "at 1000 × 2 it returned the error 11: there no call and no launch has to fail");
}

TEST(LeftBehind, MemoryIsSaidWithTheCallThatAskedForIt) {
  const simt::SourceIndex source =
      simt::index_source("int whole_program() {\n  float* d;\n  cudaMalloc(&d, 4);\n  return 0;\n}\n");
  EXPECT_EQ(reason_left_behind(whole_program(), runner::left_memory, source).text,
            "device memory that it has allocated is not freed when it returns (cudaMalloc: line 3)");
}

TEST(LeftBehind, AQuestionAboutAnotherLimitIsNamed) {
  const simt::SourceIndex source = simt::index_source(
      "int whole_program() {\n  size_t before = 0;\n  cudaDeviceGetLimit(&before, cudaLimitStackSize);\n"
      "  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 64);\n"
      "  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);\n  return 0;\n}\n");
  EXPECT_THAT(reason_left_behind(whole_program(), runner::left_limit, source).text,
              HasSubstr("this line asks for cudaLimitStackSize, and line 5 changes cudaLimitPersistingL2CacheSize"));
}

TEST(LeftBehind, AMemberThatDoesNotEndAWindowIsNamed) {
  const auto reason_with = [](const std::string& line) {
    const simt::SourceIndex source = simt::index_source(
        "int whole_program() {\n  cudaStreamAttrValue v = {};\n  v.accessPolicyWindow.num_bytes = 64;\n"
        "  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &v);\n  " +
        line + "\n  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &v);\n  return 0;\n}\n");
    return reason_left_behind(whole_program(), runner::left_window, source).text;
  };
  EXPECT_THAT(reason_with("v.accessPolicyWindow.hitRatio = 0;"),
              AllOf(HasSubstr("line 5: "), HasSubstr("hitRatio does not end the window, which line 6 sets once more")));
  EXPECT_THAT(reason_with("wait();"), HasSubstr("line 6: "));
}

TEST(NothingWritten, AKernelThatNoLineLaunchesIsNamed) {
  course::Part of_run;
  of_run.entry = "run";
  const auto text_with = [&](const std::string& body) {
    return reason_nothing_written(of_run, simt::index_source("__global__ void k(float* out) { out[0] = 1; }\n"
                                                             "void run(float* out) { " +
                                                             body + " }\n"))
        .text;
  };
  EXPECT_EQ(text_with("int n = 1;"),
            "line 1: nothing was written: the kernel k is defined here, and no line launches it");
  EXPECT_EQ(text_with(""), "nothing was written") << "nothing was begun";
  EXPECT_EQ(text_with("int n = 1; k<<<n, 1>>>(out);"), "nothing was written");
}

TEST(Ability, AGpuThatIsTooOldIsNoFaultOfTheStudents) {
  course::Part part = lab().parts[0];
  EXPECT_FALSE(reason_lacks_ability(part, "1.3")) << "nothing is asked for";
  part.needs_sm = 80;
  const auto reason = reason_lacks_ability(part, "7.5");
  ASSERT_TRUE(reason);
  EXPECT_THAT(reason->text, HasSubstr("not on this device"));
  EXPECT_THAT(reason->text, HasSubstr("needs a GPU of compute capability 8.0 or newer, and this one is 7.5"));
  simt::memory::Device old;
  EXPECT_FALSE(reason_lacks_ability(part, old)) << "the H200";
  old.most_persisting_bytes = 0;
  ASSERT_TRUE(reason_lacks_ability(part, old));
  EXPECT_THAT(reason_lacks_ability(part, old)->text, HasSubstr("compute capability 8.0 or newer, and the emulator"));
  for (const char* able : {"8.0", "8.6", "9.0", "10.0", "12.1"}) EXPECT_FALSE(reason_lacks_ability(part, able)) << able;
}

TEST(StageLines, AnEventOnTheWrongSideOfItsStageIsMisplaced) {
  const auto lines_of = [](const std::string& inner) {
    return stage_lines(simt::index_source("void timed() {\n" + inner + "}\n"), "timed");
  };
  const std::string begin = "  cudaEventRecord(e[0]);\n  cudaMemcpyAsync(d, h, n, in);\n";
  const std::string early = begin +
                            "  cudaEventRecord(e[1]);\n"
                            "  cudaEventRecord(e[2]);\n"
                            "  run<<<1, 32>>>(d);\n"
                            "  cudaMemcpyAsync(h, d, n, out);\n"
                            "  cudaEventRecord(e[3]);\n";
  const std::string late = begin +
                           "  run<<<1, 32>>>(d);\n"
                           "  cudaEventRecord(e[1]);\n"
                           "  cudaEventRecord(e[2]);\n"
                           "  cudaMemcpyAsync(h, d, n, out);\n"
                           "  cudaEventRecord(e[3]);\n";
  const std::string right = begin +
                            "  cudaEventRecord(e[1]);\n"
                            "  run<<<1, 32>>>(d);\n"
                            "  cudaEventRecord(e[2]);\n"
                            "  cudaMemcpyAsync(h, d, n, out);\n"
                            "  cudaEventRecord(e[3]);\n";
  EXPECT_EQ(lines_of(early).misplaced, (std::array{0, 5, 0}));
  EXPECT_EQ(lines_of(late).misplaced, (std::array{0, 5, 0}));
  EXPECT_EQ(lines_of(right).misplaced, (std::array{0, 0, 0}));
}

TEST(StageLines, OneLineInALoopMayStoreAllTimes) {
  const char text[] =
      "void timed(float* ms) {\n"
      "  for (int i = 0; i < 3; ++i) {\n"
      "    ms[i] = between(0, i + 1);\n"
      "  }\n"
      "}\n";
  EXPECT_EQ(stage_lines(simt::index_source(text), "timed").stores_all, 3);
}

}  // namespace
}  // namespace grader

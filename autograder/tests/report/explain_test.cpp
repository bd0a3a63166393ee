// The layout of an explanation, on hand-made ones; real ones are in explanations_test.cpp.
#include "report/explain.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/text.hpp"

namespace report {
namespace {

using grader::Access;
using grader::Explanation;
using grader::Space;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr TerminalStyle plain{};

/// One strided store at line 4, and a race between lines 2 and 4.
Explanation sample() {
  Explanation explanation;
  explanation.submission = "labs/lab3_transpose/transpose.cu";
  explanation.id = "3.1";
  explanation.title = "naive";
  explanation.device = "emulated h200";
  explanation.size = "512 × 512 (width × height)";
  explanation.source = "__global__ void kernel() {\n  load();\n\n  store();\n}\n";
  explanation.did_run = true;
  grader::LaneAddresses column{32, 4, 0xffffffff, {}};
  for (std::uint64_t lane = 0; lane < 32; ++lane) column.address[lane] = lane * 2048;
  explanation.traffic = {{.line = 2,
                          .space = Space::global,
                          .op = Access::load,
                          .requests = 8192,
                          .sectors = 32768,
                          .ideal_sectors = 32768},
                         {.line = 4,
                          .space = Space::global,
                          .op = Access::store,
                          .requests = 8192,
                          .sectors = 262144,
                          .ideal_sectors = 32768,
                          .costliest = column}};
  explanation.findings = {{"shared-race", 4, "a barrier is missing", 2}};
  explanation.summary.values = {{"traffic_vs_minimum", 4.5}};
  explanation.limits.at_least = 0.9;
  explanation.limits.at_most["traffic_vs_minimum"] = 4.6;
  explanation.advice = {{"line 4: do better", "labs/lab3_transpose/README.md, part 3.1"}};
  return explanation;
}

TEST(Explain, ARemarkIsNoCross) {
  Explanation explanation = sample();
  explanation.findings = {{"leak", 2, "4 bytes are never freed", 0, /*is_remark=*/true}};
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, AllOf(HasSubstr("!   2 │   load();"), HasSubstr("     ! 4 bytes are never freed\n"),
                          HasSubstr("All of it is within what part"), Not(HasSubstr("✗"))));
}

/// A file of `count` lines with traffic at `line`.
Explanation long_file(int count, int line) {
  Explanation explanation = sample();
  explanation.source.clear();
  for (int i = 1; i <= count; ++i) explanation.source += fmt::format("  statement({});\n", i);
  explanation.traffic.resize(1);
  explanation.traffic[0].line = line;
  explanation.findings.clear();
  return explanation;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

TEST(Explain, CountsStandBelowTheirLine) {
  const std::string text = explanation_report(sample(), plain);
  EXPECT_THAT(text, HasSubstr("   4 │   store();\n     ! global store "));
  EXPECT_THAT(text, HasSubstr("     ! global store   8192 requests × 32.0 sectors (ideal 4.0)   89 % of bytes\n"));
  EXPECT_THAT(text, HasSubstr("     → global load    8192 requests ×  4.0 sectors (ideal 4.0)   11 % of bytes\n"));
}

TEST(Explain, ConstantMemoryIsToldByPasses) {
  Explanation explanation = sample();
  explanation.traffic[0] = {
      .line = 3, .space = Space::constant, .op = Access::load, .requests = 100, .wavefronts = 1600, .conflicts = 1500};
  explanation.summary.values["constant_wavefronts"] = 16;
  explanation.limits.at_most["constant_wavefronts"] = 1;
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, HasSubstr("constant load    100 requests × 16.0 wavefronts\n"));
  EXPECT_THAT(text, HasSubstr("constant    16.0 wavefronts per load, above the limit of 1\n"));
}

TEST(Explain, LoadsSayWhichLevelTheyReadFrom) {
  Explanation explanation = sample();
  explanation.traffic[0].levels = {.l1_read = 700, .l2_read = 200, .dram_read = 100};
  explanation.summary.levels = {.l1_read = 700, .l2_read = 200, .dram_read = 1'234'567, .dram_written = 64};
  explanation.summary.values["dram_vs_minimum"] = 1.25;
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, HasSubstr("11 % of bytes\n         read from L1 70 %, L2 20 %, DRAM 10 %\n"));
  EXPECT_THAT(text, HasSubstr("DRAM        1234.57 KB read, 0.06 KB written: 1.25 × the bytes that must move\n"));
  explanation.chip.l1_bytes = explanation.chip.l2_bytes = 0;
  EXPECT_THAT(explanation_report(explanation, plain), Not(HasSubstr("read from L1")));
}

TEST(Explain, ReadAndWrittenAreToldInOneUnit) {
  const auto dram = [](std::int64_t read, std::int64_t written) {
    Explanation explanation = sample();
    explanation.summary.levels = {.l1_read = 0, .l2_read = 0, .dram_read = read, .dram_written = written};
    explanation.summary.values["dram_vs_minimum"] = 1;
    return explanation_report(explanation, plain);
  };
  EXPECT_THAT(dram(32'768, 1024), HasSubstr("32768 bytes read, 1024 bytes written"));
  EXPECT_THAT(dram(32'768, 262'144), HasSubstr("32.8 KB read, 262.1 KB written"));
  EXPECT_THAT(dram(524'288, 262'144), HasSubstr("0.52 MB read, 0.26 MB written"));
  EXPECT_THAT(dram(524'288, 0), HasSubstr("0.52 MB read, 0.00 MB written"));
}

TEST(Explain, TheIdealOfLanesThatShareASectorIsNoMoreThanTheyTake) {
  Explanation explanation = sample();
  explanation.traffic[0].sectors = 8192;
  EXPECT_THAT(explanation_report(explanation, plain), HasSubstr("8192 requests ×  1.0 sectors (ideal 1.0)"));
}

TEST(Explain, SegmentsAreSaidWhereTheDeviceMovesThem) {
  Explanation explanation = sample();
  explanation.chip.rule = simt::memory::Rule::segments;
  explanation.chip.request_lanes = 16;
  explanation.traffic[1] = {.line = 4,
                            .space = Space::global,
                            .op = Access::store,
                            .requests = 16384,
                            .sectors = 262144,
                            .ideal_sectors = 32768,
                            .costliest = sample().traffic[1].costliest,
                            .transactions = 262144,
                            .transaction_bytes = 262144 * 32};
  explanation.summary.estimate = grader::EstimatedSpeed{{0.002}, {1.5}};
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, HasSubstr("global store  16384 requests × 16.0 segments, 512 B (ideal 64)"));
  EXPECT_THAT(text, HasSubstr("where the lanes of one half-warp lie, by segments"));
  EXPECT_THAT(text, HasSubstr("a request is half a warp's"));
  EXPECT_THAT(text, HasSubstr("model       1.5 GB/s, 2 ms; not measured\n"));
}

TEST(Explain, WhatBoundsThePredictedTimeIsShownBarByBar) {
  Explanation explanation = sample();
  EXPECT_THAT(explanation_report(explanation, plain), Not(HasSubstr("predicted")));
  simt::memory::Prediction times;
  times.seconds = 2e-3;
  times.bound_seconds[static_cast<std::size_t>(simt::memory::Bound::shared)] = 1.6e-3;
  times.bound_seconds[static_cast<std::size_t>(simt::memory::Bound::dram)] = 4e-4;
  explanation.summary.predicted = grader::PredictedSpeed{"h200", {2e-3}, {1734}, 0.41, times, 31};
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, HasSubstr("predicted   on an h200 about 1700 GB/s, 41 % of a copy;"));
  EXPECT_THAT(text, HasSubstr("1.6 ms  shared-memory passes"));
  EXPECT_THAT(text, HasSubstr("0.4 ms  bytes from and to DRAM"));
}

TEST(Explain, LimitsOfAnotherDeviceSayNothingOfWhatItCosts) {
  Explanation explanation = sample();
  explanation.findings.clear();
  explanation.notes = {"not for the record"};
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("Note: not for the record"), HasSubstr("costs no points")));
  explanation.limits_apply = false;
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("Note: not for the record"), Not(HasSubstr("costs no points"))));
}

TEST(Explain, WhatIsBeyondAnyLimitDoesCostPoints) {
  const auto says_it_is_free = [](auto exceed) {
    Explanation explanation = sample();
    explanation.findings.clear();
    exceed(explanation);
    return explanation_report(explanation, plain).find("costs no points") != std::string::npos;
  };
  EXPECT_TRUE(says_it_is_free([](Explanation&) {}));
  EXPECT_FALSE(says_it_is_free([](Explanation& e) { e.limits.at_most["traffic_vs_minimum"] = 4.4; }));
  EXPECT_FALSE(says_it_is_free([](Explanation& e) {
    e.limits.at_most["time_vs_bound"] = 1.3;
    e.summary.values["time_vs_bound"] = 1.9;
  }));
  EXPECT_FALSE(says_it_is_free([](Explanation& e) {
    e.limits.at_most["launches"] = 1;
    e.summary.values["launches"] = 8;
  }));
  EXPECT_FALSE(says_it_is_free([](Explanation& e) {
    e.limits.at_most["copies"] = 1;
    e.summary.values["copies"] = 2;
  }));
}

TEST(Explain, WhatIsCountedByTheCallIsToldWhereItIsJudged) {
  Explanation explanation = sample();
  explanation.summary.values["launches"] = 8;
  explanation.summary.values["copies"] = 2;
  explanation.summary.values["time_vs_bound"] = 1.2;
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(Not(HasSubstr("launches")), Not(HasSubstr("copies")), Not(HasSubstr("time  "))));
  explanation.limits.at_most["launches"] = 2;
  explanation.limits.at_most["copies"] = 11;
  explanation.limits.at_most["time_vs_bound"] = 1.3;
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("launches    8, above the limit of 2\n"),
                    HasSubstr("copies      2, fills among them, limit 11\n"), HasSubstr("time        1.20 × what")));
}

TEST(Explain, LessThanMustMoveIsNotWithinTheLimit) {
  Explanation explanation = sample();
  explanation.findings.clear();
  explanation.summary.values["traffic_vs_minimum"] = 0.5;
  EXPECT_THAT(
      explanation_report(explanation, plain),
      AllOf(HasSubstr("0.50 × the bytes that must move, below the least of 0.9 ×"), Not(HasSubstr("costs no points"))));
  explanation.limits.at_most["traffic_vs_minimum"].reset();
  EXPECT_THAT(explanation_report(explanation, plain), HasSubstr("must move, not judged in this part"));
}

TEST(Explain, BytesAreToldWhereAnyWereCounted) {
  Explanation explanation = sample();
  EXPECT_THAT(explanation_report(explanation, plain), HasSubstr("× the bytes that must move"));
  explanation.timeline = {{grader::OperationKind::copy_to_device, 1, "cudaMemcpyAsync", 2, 4096, false, 1e-6, 3e-6}};
  explanation.traffic.clear();
  EXPECT_THAT(explanation_report(explanation, plain), HasSubstr("× the bytes that must move")) << "judged";
  explanation.limits.at_most["traffic_vs_minimum"].reset();
  EXPECT_THAT(explanation_report(explanation, plain), Not(HasSubstr("× the bytes that must move")));
}

TEST(Explain, AFindingMarksBothItsLines) {
  const std::string text = explanation_report(sample(), plain);
  EXPECT_THAT(text, AllOf(HasSubstr("✗   4 │   store();"), HasSubstr("     ✗ a barrier is missing\n")));
  EXPECT_THAT(text, AllOf(HasSubstr("✗   2 │   load();"), HasSubstr("✗ shared-race: the other access is at line 4")));
}

TEST(Explain, WhatAFailingPartAllowsIsSaidApart) {
  Explanation explanation = sample();
  EXPECT_THAT(explanation_report(explanation, plain), Not(HasSubstr("allows this")));
  explanation.allowed = {"line 4: strided"};
  EXPECT_THAT(explanation_report(explanation, plain),
              HasSubstr("Part 3.1 allows this, so that it costs no points:\n  · line 4: strided\n"));
  explanation.did_run = false;  // its counters are those of a beginning
  EXPECT_THAT(explanation_report(explanation, plain), Not(HasSubstr("allows this")));
}

TEST(Explain, WasteWithoutAFindingHasASignOfItsOwn) {
  Explanation explanation = sample();
  explanation.findings.clear();
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, AllOf(HasSubstr("!   4 │   store();"), HasSubstr("    2 │   load();")));
  EXPECT_THAT(text, HasSubstr("All of it is within what part 3.1 allows"));
  explanation.limits.at_most["traffic_vs_minimum"] = 1.1;
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("above the limit of 1.1 ×"), Not(HasSubstr("All of it is within"))));
}

TEST(Explain, OnlyTheWorstLineIsDrawn) {
  Explanation explanation = sample();
  for (const int better : {0, 1}) {
    const int worse = 1 - better;
    explanation.traffic[better].sectors = 2 * explanation.traffic[better].ideal_sectors;
    explanation.traffic[worse].sectors = 8 * explanation.traffic[worse].ideal_sectors;
    explanation.traffic[better].costliest = explanation.traffic[worse].costliest = sample().traffic[1].costliest;
    const std::string text = explanation_report(explanation, plain);
    const auto heading = [&](int row) {
      return fmt::format("Line {}, global {}: where the lanes", explanation.traffic[row].line,
                         row == 0 ? "load" : "store");
    };
    EXPECT_THAT(text, AllOf(HasSubstr(heading(worse)), Not(HasSubstr(heading(better))), HasSubstr("+1984 │ 31")));
  }
}

TEST(Explain, ATimelineIsDrawnWhereThereIsOne) {
  Explanation explanation = sample();
  EXPECT_THAT(explanation_report(explanation, plain), Not(HasSubstr("Timeline")));
  explanation.timeline = {{grader::OperationKind::copy_to_device, 1, "cudaMemcpyAsync", 2, 4096, false, 1e-6, 3e-6}};
  explanation.timeline_advice = {"line 2 waits too long"};
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("Timeline"), HasSubstr("stream 1    │>>>"), HasSubstr("→ line 2 waits too long")));
}

TEST(Explain, AdviceSaysWhereToReadOnce) {
  Explanation explanation = sample();
  explanation.advice.push_back(explanation.advice.front());
  const std::string text = explanation_report(explanation, plain);
  const std::string read = "read: labs/lab3_transpose/README.md, part 3.1";
  EXPECT_NE(text.find(read), std::string::npos);
  EXPECT_EQ(text.find(read), text.rfind(read));
}

TEST(Explain, OfALongFileOnlyTheSurroundingsAreShown) {
  const std::string text = explanation_report(long_file(300, 150), plain);
  EXPECT_THAT(text, AllOf(HasSubstr("  147 │   statement(147);"), HasSubstr("  153 │   statement(153);")));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("statement(146)")), Not(HasSubstr("statement(154)")), HasSubstr("…")));
  EXPECT_THAT(explanation_report(long_file(59, 30), plain),
              AllOf(HasSubstr("statement(1)"), HasSubstr("statement(59)"), Not(HasSubstr("…"))));
}

TEST(Explain, TheFunctionAroundALineIsShownWhole) {
  Explanation explanation = long_file(300, 150);
  std::string& source = explanation.source;
  source.replace(source.find("  statement(140);"), 17, "void kernel() {");
  source.replace(source.find("  statement(160);"), 17, "}");
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, AllOf(HasSubstr("  140 │ void kernel() {"), HasSubstr("  160 │ }")));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("statement(139)")), Not(HasSubstr("statement(161)"))));
}

TEST(Explain, LinesThatTheFileDoesNotHaveAreSaidApart) {
  for (const int line : {0, -1, 6, 1'000'000}) {
    Explanation explanation = sample();
    explanation.traffic[1].line = line;
    explanation.findings[0].line = line;
    const std::string text = explanation_report(explanation, plain);
    EXPECT_THAT(text, AllOf(HasSubstr("At a line that is not known:\n     ! global store"),
                            HasSubstr("  ✗ a barrier is missing")));
  }
}

TEST(Explain, WithoutWasteItSaysSo) {
  Explanation explanation = sample();
  explanation.traffic.resize(1);
  explanation.findings.clear();
  explanation.advice.clear();
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("No line wastes anything"), Not(HasSubstr("Line ")), Not(HasSubstr("!"))));
}

TEST(Explain, WithoutAnyKernelItSendsTheStudentToTheHint) {
  Explanation explanation = sample();
  explanation.traffic.clear();
  explanation.findings.clear();
  explanation.problems = {{"nothing was written", ""}};
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("✗ nothing was written"), HasSubstr("./grade hint 3.1"), Not(HasSubstr("│"))));
}

TEST(Explain, TheCompilersWordsStandInsteadOfTheSource) {
  Explanation explanation = sample();
  explanation.compiler_output = "transpose.cu:4: error: no";
  EXPECT_THAT(explanation_report(explanation, plain),
              AllOf(HasSubstr("transpose.cu:4: error: no\n"), Not(HasSubstr("│"))));
}

TEST(Explain, KeepsToTheWidth) {
  Explanation explanation = sample();
  explanation.source = "void kernel(" + std::string(200, 'x') + " " + std::string(50, 'y') + ") {\n  " +
                       std::string(70, ' ') +
                       "deep(inside);\n\tif (a) b;\n  // 転置転置転置転置転置転置転置転置転置転置"
                       "転置転置転置転置転置転置転置転置転置転置\n}\n";
  for (const Explanation& one : {sample(), explanation}) {
    for (const std::string& line : lines(explanation_report(one, plain))) EXPECT_LE(display_width(line), 80) << line;
  }
}

TEST(Explain, NoLineEndsInBlanks) {
  Explanation explanation = sample();
  explanation.timeline = {{grader::OperationKind::copy_to_device, 1, "cudaMemcpyAsync", 2, 4096, false, 1e-6, 3e-6}};
  for (const std::string& line : lines(explanation_report(explanation, plain))) {
    EXPECT_FALSE(line.ends_with(' ')) << "'" << line << "'";
  }
}

TEST(Explain, ColourAddsNothingButColour) {
  std::string coloured = explanation_report(sample(), {.colour = true, .unicode = true, .width = 80});
  EXPECT_THAT(coloured, HasSubstr("\x1b["));
  for (std::size_t at; (at = coloured.find("\x1b[")) != std::string::npos;) {
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  }
  EXPECT_EQ(coloured, explanation_report(sample(), plain));
}

TEST(Explain, WithoutUnicodeItIsAscii) {
  for (const char c : explanation_report(sample(), {.colour = false, .unicode = false, .width = 80})) {
    ASSERT_LT(static_cast<unsigned char>(c), 128);
  }
}

TEST(Explain, StudentTextCannotCommandTheTerminal) {
  Explanation explanation = sample();
  explanation.source = "a\x1b[2J\nb\r\x1b]0;x\x07\nc\nd\x1b[1A\n";
  explanation.submission = "\x1b[5m";
  explanation.problems = {{"\x1b[2J", ""}};
  explanation.findings[0].text = "\x1b[31m";
  EXPECT_THAT(explanation_report(explanation, plain), AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\r"))));
}

TEST(Explain, NumbersFromNowhereAreSurvived) {
  Explanation explanation = sample();
  explanation.traffic[0].requests = 0;
  explanation.traffic[1].sectors = -1;
  explanation.findings[0].name.clear();
  EXPECT_THAT(explanation_report(explanation, plain), HasSubstr("0 requests"));
  EXPECT_THAT(explanation_report(Explanation(), plain), HasSubstr("Part"));
}

TEST(Explain, TheGpusOwnCountersStandBelowTheEmulators) {
  Explanation explanation = sample();
  explanation.hardware.emplace();
  explanation.hardware->device = "NVIDIA H200";
  explanation.hardware->traffic = {{2, Space::global, Access::load, 8192, 32768, 0},
                                   {4, Space::global, Access::store, 8192, 327680, 0}};  // the emulator: 262144
  const std::string text = explanation_report(explanation, plain);
  EXPECT_THAT(text, HasSubstr("NVIDIA H200, by Nsight Compute"));
  EXPECT_THAT(text, HasSubstr("on the GPU 8192 instructions, 32768 sectors: as counted here"));
  EXPECT_THAT(text, HasSubstr("on the GPU 8192 instructions, 327680 sectors: +25.0 % of what was counted here"));
}

}  // namespace
}  // namespace report

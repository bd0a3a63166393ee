// What a student must be able to see in the report, whatever the backend.
#include "report/terminal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <vector>

#include "report/text.hpp"
#include "tests/report/samples.hpp"

namespace report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr TerminalStyle plain{};

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

// The line of a part's row in the table.
std::string row(const std::string& text, const std::string& id) {
  for (const std::string& line : lines(text)) {
    if (line.starts_with("  " + id + "  ")) return line;
  }
  return "no row " + id;
}

// The whole text on one line, so that where it was wrapped does not matter.
std::string unwrapped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const char blank = c == '\n' ? ' ' : c;
    if (blank != ' ' || result.empty() || result.back() != ' ') result += blank;
  }
  return result;
}

TEST(Terminal, HeadingNamesLabSubmissionAndDevice) {
  const std::string text = terminal_report(samples::measured(), plain);
  EXPECT_THAT(text, HasSubstr("Lab 3 — Transpose"));
  EXPECT_THAT(text, HasSubstr("labs/lab3_transpose/transpose.cu"));
  EXPECT_THAT(text, HasSubstr("NVIDIA H200 · sm 9.0 · driver 13.0 · CUDA 13.0"));
  EXPECT_THAT(text, HasSubstr("4244 GB/s"));
  EXPECT_THAT(terminal_report(samples::emulated(), plain), HasSubstr("emulated h200 · clang 14.0.6"));
}

TEST(Terminal, SaysWhatWasTimedFewerTimesAndWhy) {
  grader::GradeResult result = samples::measured();
  result.rules.measuring.min_samples = 20;
  EXPECT_THAT(terminal_report(result, plain), Not(HasSubstr("fewer than")));
  result.parts[1].performance->ended_early = true;
  const std::string why = "fewer than 20 times: every speed that was seen earns the same points";
  EXPECT_THAT(unwrapped(terminal_report(result, plain)), HasSubstr("timed 3.2: " + why));
  for (grader::PartResult& part : result.parts) {
    if (part.performance) part.performance->ended_early = true;
  }
  EXPECT_THAT(unwrapped(terminal_report(result, plain)), HasSubstr("timed " + why));
}

TEST(Terminal, SpeedToldInStepsIsATimeAndSaysOfWhat) {
  grader::GradeResult result = samples::measured();
  grader::Performance& performance = *result.parts[0].performance;
  performance.gbps = {4};
  performance.reference = {8};
  performance.step = "barrier";
  performance.step_bytes = 8000;
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(row(text, "3.1"), AllOf(HasSubstr("2 µs"), HasSubstr("1 µs"), Not(HasSubstr("%"))));
  EXPECT_THAT(row(text, "3.2"), HasSubstr("%"));  // of a copy, as ever
  EXPECT_THAT(unwrapped(text), HasSubstr("a step 3.1: a barrier"));
  EXPECT_THAT(terminal_report(samples::measured(), plain), Not(HasSubstr("a step")));
}

TEST(Terminal, TheBoundHasAColumnWhereItIsMeasured) {
  grader::GradeResult result = samples::measured();
  EXPECT_THAT(terminal_report(result, plain), Not(HasSubstr("bound")));
  result.parts[0].performance->bound = {4321};
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(row(text, "3.1"), HasSubstr("4321"));
  EXPECT_THAT(unwrapped(text), HasSubstr("bound what the slowest piece of the work reaches by itself"));
}

TEST(Terminal, EveryVerdictHasAMarkAndPoints) {
  const std::string text = terminal_report(samples::measured(), plain);
  EXPECT_THAT(row(text, "3.1"), AllOf(HasSubstr("✓ passed"), HasSubstr("15 / 15")));
  EXPECT_THAT(row(text, "3.2"), AllOf(HasSubstr("~ partial"), HasSubstr("16.6 / 20")));
  EXPECT_THAT(row(text, "3.3"), AllOf(HasSubstr("✗ failed"), HasSubstr("0 / 20")));
  EXPECT_THAT(row(text, "3.5"), AllOf(HasSubstr("– not attempted"), HasSubstr("0 / 20")));
}

TEST(Terminal, NotGradedIsNeverAZero) {
  const std::string text = row(terminal_report(samples::measured(), plain), "3.4");
  EXPECT_THAT(text, AllOf(HasSubstr("? not graded"), HasSubstr("– / 20"), Not(HasSubstr(" 0 / 20"))));
}

TEST(Terminal, OnAGpuBandwidthStandsBesideTheReferenceAndTheCopy) {
  const std::string text = terminal_report(samples::measured(), plain);
  EXPECT_THAT(row(text, "3.2"), AllOf(HasSubstr("1210"), HasSubstr("1647"), HasSubstr("███░░░░░░░  29 %")));
  EXPECT_THAT(text, Not(HasSubstr("conflicts")));
}

TEST(Terminal, InTheEmulatorTrafficStandsInsteadAndWhatAGpuWouldAdd) {
  const std::string text = terminal_report(samples::emulated(), plain);
  EXPECT_THAT(row(text, "3.1"), AllOf(HasSubstr("4.50 ×"), HasSubstr("0 %"), HasSubstr("+5")));
  EXPECT_THAT(row(text, "3.3"), HasSubstr("97 %"));
  EXPECT_THAT(row(text, "3.4"), HasSubstr("1.06 ×"));
  EXPECT_THAT(unwrapped(text), HasSubstr("GB/s were not measured because this machine has no NVIDIA GPU"));
  EXPECT_THAT(text, HasSubstr("score 47.5 / 50  (+25 points on a GPU)"));
  EXPECT_THAT(text, Not(HasSubstr("of a copy")));
}

TEST(Terminal, EveryCounterThatIsJudgedHasAColumnAndOthersNone) {
  grader::GradeResult result = samples::emulated();
  grader::TrafficSummary& summary = *result.parts[0].traffic_summary;
  summary.levels = simt::memory::LevelBytes{};
  summary.values["dram_vs_minimum"] = 1.43;
  summary.values["constant_wavefronts"] = 16;
  summary.values["launches"] = 1234;
  summary.values["copies"] = 4321;
  summary.values["time_vs_bound"] = 2.93;
  course::TrafficLimits& limits = result.parts[0].limits;
  struct Case {
    const char* title;
    const char* value;
    const char* meaning;
    std::function<void()> judge;
  };
  const Case cases[] = {
      {"  DRAM", "1.43 ×", "bytes from and to DRAM, also the host's, ÷ the",
       [&] { limits.at_most["dram_vs_minimum"] = 1.15; }},
      {"  constant", "16.0", "wavefronts of constant memory per load",
       [&] { limits.at_most["constant_wavefronts"] = 1; }},
      {"  launches", "1234", "kernels that one call launched", [&] { limits.at_most["launches"] = 1; }},
      {"  copies", "4321", "copies and fills that were asked for", [&] { limits.at_most["copies"] = 11; }},
      {"  time", "2.93 ×", "virtual time ÷ what the busiest", [&] { limits.at_most["time_vs_bound"] = 3.3; }},
      {"  traffic", "4.50 ×", "bytes moved ÷ the fewest", [&] { limits.at_most["traffic_vs_minimum"] = 4.6; }},
  };
  for (auto& part : result.parts) part.limits = {};
  for (const Case& one : cases) {
    limits = {};
    EXPECT_THAT(terminal_report(result, plain),
                AllOf(Not(HasSubstr(one.title)), Not(HasSubstr(one.value)), Not(HasSubstr(one.meaning))));
    one.judge();
    const std::string text = terminal_report(result, plain);
    EXPECT_THAT(text, AllOf(HasSubstr(one.title), HasSubstr(one.meaning)));
    EXPECT_THAT(row(text, "3.1"), HasSubstr(one.value));
    EXPECT_THAT(row(text, "3.2"), Not(HasSubstr("×")));
  }
}

TEST(Terminal, ConflictsAreToldOfAllPartsWhereOneIsJudgedByThem) {
  grader::GradeResult result = samples::emulated();
  EXPECT_THAT(terminal_report(result, plain), HasSubstr("share of shared-memory wavefronts"));
  EXPECT_THAT(row(terminal_report(result, plain), "3.1"), HasSubstr("0 %"));
  for (auto& part : result.parts) part.limits.at_most["conflict_share"].reset();
  EXPECT_THAT(terminal_report(result, plain),
              AllOf(Not(HasSubstr("share of shared-memory wavefronts")), Not(HasSubstr("  conflicts"))));
}

TEST(Terminal, AModelsSpeedIsSaidToBeOne) {
  grader::GradeResult result = samples::emulated();
  EXPECT_THAT(terminal_report(result, plain), Not(HasSubstr("model")));
  for (auto& part : result.parts) part.traffic_summary->estimate = grader::EstimatedSpeed{{0.001}, {31.04}};
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(row(text, "3.2"), HasSubstr("31.0"));
  EXPECT_THAT(text, HasSubstr("not measured"));
  for (const std::string& line : lines(text)) EXPECT_LE(display_width(line), 80) << line;
}

TEST(Terminal, EveryLossOfPointsSaysWhyWhereAndWhatToRead) {
  const std::string text = unwrapped(terminal_report(samples::measured(), plain));
  EXPECT_THAT(text, HasSubstr("→ 1210 GB/s, where full points start at 1482 (90 % of the reference)"));
  EXPECT_THAT(text, HasSubstr("(read: labs/lab3_transpose/README.md, part 3.2)"));
  EXPECT_THAT(text, HasSubstr("line 23: reads 4 bytes past the end of the input"));
}

TEST(Terminal, AMismatchWithoutAReasonIsSaidInWords) {
  grader::GradeResult result = samples::measured();
  result.parts[2].reasons.clear();
  EXPECT_THAT(unwrapped(terminal_report(result, plain)),
              HasSubstr("→ at 33 × 31 (width × height), element 1 of the output is 0.5 where 0.25 is due"));
  result.parts[2].correctness.first_mismatch->never_written = true;
  EXPECT_THAT(unwrapped(terminal_report(result, plain)), HasSubstr("was never written where 0.25 is due"));
}

// Lab 0 has parts whose functions get more numbers than those of its other parts.
TEST(Terminal, AMismatchNamesTheExtentsOfItsPart) {
  grader::GradeResult result = samples::measured();
  result.parts[2].reasons.clear();
  result.parts[2].extents.emplace_back("shift");
  EXPECT_THAT(unwrapped(terminal_report(result, plain)),
              HasSubstr("at 33 × 31 × 1 (width × height × shift), element 1"));
}

TEST(Terminal, WhatHoldsForEveryPartIsSaidOnce) {
  const std::string starter = terminal_report(samples::starter(), plain);
  const std::string why = "nothing was written";
  EXPECT_THAT(unwrapped(starter),
              HasSubstr("→ every part: " + why + " (start here: labs/lab3_transpose/README.md, part 3.1)"));
  EXPECT_EQ(starter.find(why), starter.rfind(why));
}

TEST(Terminal, WhatFailedCanBeRepeatedWithTheSameInputs) {
  grader::GradeResult result = samples::emulated();
  EXPECT_THAT(terminal_report(result, plain), Not(HasSubstr("--seed")));
  result.parts[1].verdict = grader::Verdict::failed;
  EXPECT_THAT(terminal_report(result, plain), HasSubstr("The same inputs again: --seed 18446744073709551615"));
  EXPECT_THAT(terminal_report(samples::starter(), plain), Not(HasSubstr("--seed")));
}

TEST(Terminal, TheCompilersWordsAreQuotedAsTheyAre) {
  const grader::GradeResult result = samples::not_compiling();
  const std::string text = terminal_report(result, {.colour = false, .unicode = true, .width = 40});
  std::istringstream lines(result.compiler_output);
  for (std::string line; std::getline(lines, line);) EXPECT_THAT(text, HasSubstr("\n  > " + line + "\n"));
}

TEST(Terminal, NoReasonBeginsALineOfItsOwn) {
  grader::GradeResult result = samples::emulated();
  result.parts[0].reasons = {{"bad\n  score 85 / 85", ""}};
  EXPECT_THAT(terminal_report(result, plain), HasSubstr("bad score 85 / 85"));
}

TEST(Terminal, NoPointIsInventedByRounding) {
  grader::GradeResult result = samples::emulated();
  result.parts[0].points = 9.99;
  EXPECT_THAT(row(terminal_report(result, plain), "3.1"), HasSubstr("9.9 / 10"));
  result.parts[0].points = 0.1 + 0.2 + 9.7;  // a sum that falls short of 10 by rounding is 10
  EXPECT_THAT(row(terminal_report(result, plain), "3.1"), HasSubstr("10 / 10"));
}

TEST(Terminal, ColumnsLineUpWhateverTheTitles) {
  grader::GradeResult result = samples::measured();
  result.parts[0].title = "naïve 転置";
  const std::string text = terminal_report(result, plain);
  const auto column_of = [&](const std::string& line, const std::string& sign) {
    return display_width(line.substr(0, line.find(sign)));
  };
  const int column = column_of(row(text, "3.1"), "✓");
  EXPECT_EQ(column_of(row(text, "3.2"), "~"), column);
  EXPECT_EQ(column_of(row(text, "3.3"), "✗"), column);
  EXPECT_EQ(column_of(row(text, "3.1"), "█"), column_of(row(text, "3.2"), "█"));
}

TEST(Terminal, KeepsToTheWidth) {
  for (const auto& result : {samples::emulated(), samples::starter(), samples::measured()}) {
    for (const std::string& line : lines(terminal_report(result, plain))) EXPECT_LE(display_width(line), 80) << line;
  }
}

TEST(Terminal, ColourAddsNothingButColour) {
  for (const auto& result : {samples::emulated(), samples::measured(), samples::not_compiling()}) {
    std::string coloured = terminal_report(result, {.colour = true, .unicode = true, .width = 80});
    EXPECT_THAT(coloured, HasSubstr("\x1b["));
    for (std::size_t at; (at = coloured.find("\x1b[")) != std::string::npos;) {
      coloured.erase(at, coloured.find('m', at) + 1 - at);
    }
    EXPECT_EQ(coloured, terminal_report(result, plain));
  }
}

TEST(Terminal, WithoutUnicodeItIsAscii) {
  for (const auto& result : {samples::emulated(), samples::starter(), samples::measured()}) {
    for (const char c : terminal_report(result, {.colour = false, .unicode = false, .width = 80})) {
      ASSERT_LT(static_cast<unsigned char>(c), 128);
    }
  }
}

TEST(Terminal, StudentTextCannotCommandTheTerminal) {
  grader::GradeResult result = samples::measured();
  result.submission = "a\x1b]0;title\x07.cu";
  result.parts[1].reasons = {{"\x1b[2Jscore 100 / 100", "\x1b[1m"}};
  result.parts[2].findings = {{"kind", 1, "\x1b[31m\r"}};
  result.compiler_output = "\x1b[0m\n";
  result.notes = {"\x1b[5m"};
  EXPECT_THAT(terminal_report(result, plain), Not(HasSubstr("\x1b")));
}

TEST(Terminal, WhatComesOfTheOneMistakeIsNoOtherOne) {
  grader::GradeResult result = samples::emulated();
  grader::Finding change, beyond;
  change.name = "one-change";
  change.line = 9;
  change.text = "n is one too many";
  beyond.line = 10;
  beyond.kind = simt::FindingKind::out_of_bounds;
  beyond.text = "a thread reads past the end";
  result.parts[0].verdict = grader::Verdict::failed;
  result.parts[0].findings = {change, beyond};
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(text, HasSubstr("→ line 9: n is one too many"));
  EXPECT_THAT(text, HasSubstr("\n         so line 10: a thread reads past the end"));
}

TEST(Terminal, WhatComesOfTheOneMistakeIsToldInShortWhereItIsLong) {
  grader::GradeResult result = samples::emulated();
  grader::Finding change, beyond;
  change.name = "one-change";
  change.line = 9;
  change.text = "n is one too many";
  beyond.line = 10;
  beyond.kind = simt::FindingKind::out_of_bounds;
  for (int i = 0; i < 100; ++i) beyond.text += "and more ";
  beyond.brief = "line 10: a thread reads past the end";
  result.parts[0].verdict = grader::Verdict::failed;
  result.parts[0].findings = {change, beyond, beyond};
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(text, HasSubstr("\n         so line 10: a thread reads past the end\n         1 more: ./grade explain"));
}

TEST(Terminal, ASecondMetricBeyondItsLimitShowsItsLine) {
  grader::GradeResult result = samples::emulated();
  grader::Finding first, second;
  first.line = 9;
  for (int i = 0; i < 100; ++i) first.text += "and more ";
  second.line = 10;
  second.text = "each load takes 32 wavefronts";
  second.is_of_second_metric = true;
  result.parts[0].findings = {first, second};
  EXPECT_THAT(terminal_report(result, plain), HasSubstr("line 10: each load takes 32 wavefronts"));
}

TEST(Terminal, WhatARefusedCallLeavesUnwrittenIsNoOtherMistake) {
  grader::GradeResult result = samples::emulated();
  grader::Finding refused, unwritten;
  refused.line = 9;
  refused.kind = simt::FindingKind::failed_call;
  refused.text = "this call returned an error";
  unwritten.line = 10;
  unwritten.kind = simt::FindingKind::uninitialized_global;
  unwritten.text = "a thread reads what was never written";
  result.parts[0].verdict = grader::Verdict::failed;
  result.parts[0].findings = {refused, unwritten};
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(text, HasSubstr("→ line 9: this call returned an error"));
  EXPECT_THAT(text, HasSubstr("\n         so line 10: a thread reads what"));
}

TEST(Terminal, AnEmptyResultIsStillAReport) {
  EXPECT_THAT(terminal_report(grader::GradeResult{}, plain), HasSubstr("score 0 / 0"));
}

TEST(Terminal, APartWhosePointsArePredictedSaysSo) {
  grader::GradeResult result = samples::emulated();
  result.parts[1].points_by = grader::PointsBy::prediction;
  result.parts[1].predicted = grader::PredictedPerformance{{1900}, {2000}, {1800}, {4272}, "h200"};
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(text, HasSubstr("passed, predicted"));
  EXPECT_THAT(unwrapped(text), HasSubstr("predicted GB/s that a model gives your function"));
  EXPECT_THAT(text, Not(HasSubstr("a copy of this run")));
}

TEST(Terminal, PredictionsAreSaidToBeNone) {
  grader::GradeResult result = samples::emulated();
  EXPECT_THAT(terminal_report(result, plain), Not(HasSubstr("Predicted")));
  simt::memory::Prediction times;
  times.seconds = 1e-3;
  times.bound_seconds[0] = 1e-3;
  for (grader::PartResult& part : result.parts) {
    if (part.traffic_summary)
      part.traffic_summary->predicted = grader::PredictedSpeed{"h200", {1e-3}, {3300}, 0, times, 0};
  }
  const std::string text = terminal_report(result, plain);
  EXPECT_THAT(text, HasSubstr("Predicted, not measured:"));
  EXPECT_THAT(unwrapped(text), HasSubstr("measurements/prediction.md says how far off it was"));
  EXPECT_THAT(unwrapped(text), HasSubstr("on an h200 about 3300 GB/s; bound by bytes from and to DRAM"));
}

}  // namespace
}  // namespace report

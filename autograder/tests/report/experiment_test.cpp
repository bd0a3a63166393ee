// An experiment's table as a person sees it, whole.
#include "report/experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/text.hpp"

namespace report {
namespace {

using experiment::Holds;
using experiments::Outcome;
using testing::HasSubstr;
using testing::Not;

constexpr TerminalStyle plain{};

Outcome timed() {
  Outcome outcome;
  outcome.name = "peers";
  outcome.title = "ours and theirs";
  outcome.backend = "cuda";
  outcome.is_timed = true;
  outcome.provenance = {
      {"NVIDIA H200", "9.0", "13.0", "13.0", {}}, "580.1", "2026-11-21", "0123456789abcdef-changed", ""};
  outcome.cases = {{"copy 1 GiB", "ours", 0, 2'000'000'000, 1, {0.0005, 0.0005, 0.0005}, {}},
                   {"copy 1 GiB", "cudaMemcpy", 1, 2'000'000'000, 4, {0.0004, 0.0004, 0.0004}, {}},
                   {"AAᵀ", "ours", 0, 3'000'000'000, 1, {0.001, 0.001, 0.001}, {}}};
  outcome.claims = {{"copy 1 GiB", "0.99 × cudaMemcpy or more", "0.800 ± 0.0 % × (4000 and 5000 GB/s)", Holds::no},
                    {"AAᵀ", "faster than cublasSgemm", "no cuBLAS here", Holds::unknown}};
  outcome.notes = {"no cuBLAS here"};
  return outcome;
}

Outcome counted() {
  Outcome outcome;
  outcome.name = "S2.13";
  outcome.title = "tiles";
  outcome.backend = "simt";
  outcome.provenance = {{"emulated h200", "", "", "clang 14", {}}, "", "2026-11-21", "unknown", ""};
  outcome.cases = {{"", "plain", 0, 640, 1, {}, {2, 33, 1, 4, 0, 0}},
                   {"", "tiled", 1, 640, 1, {}, {2, 8, 1, 4, 64, 31}}};
  outcome.claims = {{"S2.13", "better", "8 instead of 33", Holds::yes}};
  return outcome;
}

TEST(ExperimentReport, OfTimes) {
  EXPECT_EQ(experiment_report(timed(), plain), R"(
  peers — ours and theirs

  device      NVIDIA H200 · driver 580.1 · CUDA 13.0
  commit      0123456789-changed, 2026-11-21

  job         case        GB/s      ±  samples
  copy 1 GiB  ours        4000  0.0 %    3 × 1
              cudaMemcpy  5000  0.0 %    3 × 4
  AAᵀ         ours        3000  0.0 %    3 × 1

  GB/s        bytes that must move ÷ the median time, with half of its 95 %
              interval
  samples     rounds × launches in each; all cases of a job in turn

              claimed                    measured                   holds?
  copy 1 GiB  0.99 × cudaMemcpy or more  0.800 ± 0.0 % × (4000 and  no
                                         5000 GB/s)
  AAᵀ         faster than cublasSgemm    no cuBLAS here             –

  Note: no cuBLAS here

)");
}

TEST(ExperimentReport, OfStepsTellsTheTimeOfOne) {
  Outcome outcome = timed();
  for (experiment::Result& each : outcome.cases) {
    each.steps = 200;
    each.seconds = {2.469e-4, 2.469e-4, 2.469e-4};
  }
  const std::string text = experiment_report(outcome, plain);
  EXPECT_THAT(text, HasSubstr("µs a step"));
  EXPECT_THAT(text, HasSubstr(" 1.234  0.0 %"));
  EXPECT_THAT(text, Not(HasSubstr("bytes that must move")));
}

TEST(ExperimentReport, OfCounts) {
  EXPECT_EQ(experiment_report(counted(), plain), R"(
  S2.13 — tiles

  device      emulated h200
  commit      unknown, 2026-11-21

  case   load  store  traffic  conflicts
  plain  16.5      4   1.85 ×          –
  tiled     4      4   0.60 ×       48 %

  load, store 32-byte sectors per request to global memory
  traffic     bytes moved ÷ those that must

         claimed  measured         holds?
  S2.13  better   8 instead of 33  yes

)");
}

TEST(ExperimentReport, ConflictsAreShownOnlyWhereThereIsSharedMemory) {
  Outcome outcome = counted();
  outcome.cases.pop_back();
  EXPECT_THAT(experiment_report(outcome, plain), Not(HasSubstr("conflicts")));
}

TEST(ExperimentReport, ColoursAreForTerminals) {
  EXPECT_THAT(experiment_report(counted(), plain), Not(HasSubstr("\x1b")));
  EXPECT_THAT(experiment_report(counted(), {.colour = true, .unicode = true, .width = 80}), HasSubstr("\x1b[32myes"));
}

TEST(ExperimentReport, ClaimsStayOnTheScreen) {
  Outcome outcome = timed();
  outcome.claims[0].claimed += ", and a sentence that goes on and on until it is too long for one line";
  for (const int width : {60, 80, 100}) {
    std::istringstream text(experiment_report(outcome, {.colour = false, .unicode = true, .width = width}));
    for (std::string line; std::getline(text, line);) EXPECT_LE(display_width(line), width) << line;
  }
}

TEST(ExperimentList, HasALineForEach) {
  const std::string text = experiment_list(plain);
  for (const experiments::Entry& entry : experiments::all()) EXPECT_THAT(text, HasSubstr(std::string(entry.title)));
  EXPECT_THAT(text, HasSubstr("on a GPU\n"));
}

}  // namespace
}  // namespace report

// Three results as the grader makes them, for the tests of every format.
#pragma once

#include <string>

#include "grader/result.hpp"

namespace samples {

inline grader::GradeResult lab3(const char* backend) {
  grader::GradeResult result;
  result.submission = "labs/lab3_transpose/transpose.cu";
  result.lab = "lab3";
  result.lab_title = "Transpose";
  result.extents = {"width", "height"};
  result.backend = backend;
  result.started = "2025-01-31T12:00:00Z";
  result.elapsed = {3.5};
  result.seed = 18446744073709551615U;
  const char* titles[] = {"naive", "tiled", "padded", "diagonal", "open end"};
  for (int i = 0; i < 5; ++i) {
    grader::PartResult part;
    part.id = "3." + std::to_string(i + 1);
    part.title = titles[i];
    part.extents = result.extents;
    part.max_points = 10;
    result.parts.push_back(part);
  }
  return result;
}

inline grader::TrafficSummary traffic(double vs_minimum, double conflict_share) {
  return {.values = {{"traffic_vs_minimum", vs_minimum}, {"conflict_share", conflict_share}}};
}

/// The emulator's view of a file whose third part still has bank conflicts.
inline grader::GradeResult emulated() {
  grader::GradeResult result = lab3("simt");
  result.device = {"emulated h200", "", "", "clang 14.0.6", std::nullopt};
  result.notes = {
      "GB/s were not measured because this machine has no NVIDIA GPU; the emulator counted memory traffic instead."};
  for (auto& part : result.parts) {
    part.verdict = grader::Verdict::passed;
    part.points = 10;
    part.points_elsewhere = 5;
    part.correctness.sizes = {{{1, 1, 1}}, {{33, 31, 1}}, {{512, 512, 1}}};
    part.traffic_summary = traffic(1.0, 0.0);
    part.limits.at_most["traffic_vs_minimum"] = 1.1;
    part.traffic = {{.line = 23,
                     .space = grader::Space::global,
                     .op = grader::Access::load,
                     .requests = 8192,
                     .sectors = 32768,
                     .ideal_sectors = 32768}};
  }
  result.parts[0].traffic_summary = traffic(4.5, 0.0);
  result.parts[3].traffic_summary = traffic(1.0, 0.0);
  result.parts[3].traffic_summary->values["partition_camping"] = 1.06;
  auto& padded = result.parts[2];
  padded.verdict = grader::Verdict::partial;
  padded.points = 7.5;
  padded.traffic_summary = traffic(1.0, 0.96875);
  padded.limits.at_most["conflict_share"] = 0.01;
  padded.reasons = {{"97 % of the shared-memory wavefronts are bank conflicts, where at most 1 % are good",
                     "labs/lab3_transpose/README.md, part 3.3"}};
  padded.findings = {{"bank-conflicts", 41, "each warp's load of tile takes 32 wavefronts instead of 1"}};
  result.score = 47.5;
  result.max_score = 50;
  return result;
}

/// The file as it was handed out.
inline grader::GradeResult starter() {
  grader::GradeResult result = lab3("simt");
  result.device = {"emulated h200", "", "", "clang 14.0.6", std::nullopt};
  result.notes = {"GB/s were not measured because this machine has no NVIDIA GPU."};
  for (auto& part : result.parts) {
    part.verdict = grader::Verdict::not_attempted;
    part.points_elsewhere = 5;
    part.reasons = {{"nothing was written", "labs/lab3_transpose/README.md, part " + part.id}};
    part.correctness.sizes = {{{1, 1, 1}}};
  }
  result.max_score = 50;
  return result;
}

/// A GPU's view: one part slow, one wrong, one that the grader could not judge, one not begun.
inline grader::GradeResult measured() {
  grader::GradeResult result = lab3("cuda");
  result.device = {"NVIDIA H200", "9.0", "13.0", "13.0", units::GBps{4244}};
  const auto measure = [&](int i, double gbps, double reference) {
    grader::Performance performance;
    performance.gbps = {gbps};
    performance.ci95 = 0.002;
    performance.reference = {reference};
    performance.minimum = {0.9 * reference};
    performance.copy_fraction = gbps / 4244;
    performance.samples = 20;
    performance.launches = 12;
    performance.size = {{16384, 16384, 1}};
    result.parts[i].performance = performance;
    result.parts[i].correctness.sizes = {{{1, 1, 1}}, {{33, 31, 1}}, {{16384, 16384, 1}}};
  };
  for (int i = 0; i < 5; ++i) result.parts[i].max_points = i == 0 ? 15 : 20;
  measure(0, 501, 503);
  result.parts[0].verdict = grader::Verdict::passed;
  result.parts[0].points = 15;
  measure(1, 1210, 1647);
  result.parts[1].verdict = grader::Verdict::partial;
  result.parts[1].points = 16.69;
  result.parts[1].reasons = {
      {"1210 GB/s, where full points start at 1482 (90 % of the reference): the reads or the writes of a "
       "warp are a whole row apart",
       "labs/lab3_transpose/README.md, part 3.2"}};
  auto& wrong = result.parts[2];
  wrong.verdict = grader::Verdict::failed;
  wrong.reasons = {{"wrong result: at 33 × 31 (width × height), element 1 of the output is 0.5 where 0.25 is due",
                    "labs/lab3_transpose/README.md, part 3.3"}};
  wrong.correctness.sizes = {{{1, 1, 1}}, {{33, 31, 1}}};
  wrong.correctness.first_mismatch =
      grader::FirstMismatch{{{33, 31, 1}}, 1, course::Element::f32, "the output", 0.25, 0.5, false};
  wrong.findings = {{"out-of-bounds", 23, "reads 4 bytes past the end of the input"}};
  result.parts[3].verdict = grader::Verdict::could_not_be_graded;
  result.parts[3].reasons = {{"the GPU was lost during the measurement; grade again", ""}};
  result.parts[4].verdict = grader::Verdict::not_attempted;
  result.parts[4].reasons = {{"nothing was written", "labs/lab3_transpose/README.md, part 3.5"}};
  result.score = 31.69;
  result.max_score = 95;
  return result;
}

/// A file that does not compile.
inline grader::GradeResult not_compiling() {
  grader::GradeResult result = lab3("simt");
  result.device = {"emulated h200", "", "", "clang 14.0.6", std::nullopt};
  for (auto& part : result.parts) {
    part.verdict = grader::Verdict::failed;
    part.reasons = {{"transpose.cu does not compile; the compiler's message is below", ""}};
  }
  result.max_score = 50;
  result.compiler_output =
      "transpose.cu:12:3: error: use of undeclared identifier 'tile'\n  tile[0] = 1;\n  ^\n1 error generated.\n";
  return result;
}

}  // namespace samples

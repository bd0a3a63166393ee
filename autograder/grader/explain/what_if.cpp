#include "grader/explain/what_if.hpp"

#include <fmt/format.h>

#include "grader/words/predicted.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

OnChip on_chip(const std::string& device, const ExplainRequest& request, const Explanation& counted) {
  const auto never = why_never_predicted(*request.lab, *request.part, counted.chip);
  OnChip chip{device, counted.summary.predicted, std::nullopt, 0, ""};
  if (chip.predicted) {
    chip.copy_share = chip.predicted->copy_share;
  } else if (counted.summary.estimate) {
    chip.estimate = counted.summary.estimate;
    chip.copy_share = chip.estimate->gbps.value * 1e9 / counted.chip.copy_bytes_per_second;
  } else if (const auto lacks = reason_lacks_ability(*request.part, counted.chip)) {
    chip.why_not = lacks->text;
  } else if (never) {
    chip.why_not = *never;
  } else if (!counted.did_run || !counted.findings.empty()) {
    chip.why_not = "no time is predicted of code that goes wrong: ./grade explain says how";
  } else {
    chip.why_not = "copies take part, and the model knows kernels only";
  }
  return chip;
}

}  // namespace

WhatIf what_if(const course::Rules& rules, const ExplainRequest& request, std::span<const std::string> devices) {
  WhatIf result;
  ExplainRequest one = request;
  one.predicts = true;
  for (const std::string& device : devices) {
    one.device = device;
    if (request.progress) {
      one.progress = [&](std::string_view line) { request.progress(fmt::format("{}: {}", device, line)); };
    }
    Explanation counted = explain(rules, one);
    if (result.id.empty()) {
      result.submission = counted.submission;
      result.id = counted.id;
      result.title = counted.title;
      result.problems = counted.problems;
      result.compiler_output = counted.compiler_output;
    }
    if (!counted.compiler_output.empty()) return result;
    result.chips.push_back(on_chip(device, request, counted));
    one.must_be_valid_cuda = false;  // the same file: one answer is enough
    one.seed = counted.seed;
  }
  return result;
}

}  // namespace grader

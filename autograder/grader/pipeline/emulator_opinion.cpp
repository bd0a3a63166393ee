#include "grader/pipeline/emulator_opinion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "grader/words/reasons.hpp"
#include "support/process/child.hpp"

namespace grader {
namespace {

bool is_right(const PartResult& part) { return part.verdict == Verdict::passed || part.verdict == Verdict::partial; }

/// What is wrong on a GPU, too: the emulator's limit of work is none of its.
bool is_mistake(const Finding& finding) {
  return !finding.is_remark && !finding.is_missing_feature && finding.kind != simt::FindingKind::out_of_work;
}

/// Those of a part that the GPU found right, as remarks. A slow part has the line that moves too much, too.
std::vector<Finding> remarks_about(const PartResult& emulated, const PartResult& part) {
  std::vector<Finding> found;
  for (const Finding& finding : emulated.findings) {
    const bool is_worth_it =
        emulated.verdict == Verdict::failed ? is_mistake(finding) : part.verdict == Verdict::partial;
    if (!is_worth_it) continue;
    found.push_back(finding);
    found.back().is_remark = true;
  }
  return found;
}

/// Takes the points of a part that was right on the GPU, for the mistakes found.
void judge(std::vector<Finding>& mistakes, PartResult& part) {
  for (Finding& finding : mistakes) finding.is_remark = false;
  part.verdict = Verdict::failed;
  part.points = 0;
  part.reasons.push_back(reason_did_not_show());
}

/// Adds what the emulator says of the same part. False: it says nothing.
bool add_findings(const PartResult& emulated, bool mistakes_cost_points, PartResult& part) {
  std::vector<Finding> found;
  if (is_right(part)) {
    found = remarks_about(emulated, part);
    if (!found.empty() && emulated.verdict == Verdict::failed && mistakes_cost_points) judge(found, part);
  } else {
    found = emulated.findings;
    std::erase_if(found, [](const Finding& one) { return one.name == "printed"; });  // it may differ on the GPU
  }
  part.findings.insert(part.findings.end(), found.begin(), found.end());
  return !found.empty();
}

/// What the emulator is asked: the same submission, whatever nvcc thinks of it.
GradeRequest question(const GradeRequest& request) {
  GradeRequest again = request;
  again.backend = "simt";
  again.must_be_valid_cuda = false;
  again.quiet = nullptr;
  again.counts = false;
  return again;
}

std::optional<GradeResult> graded_by_emulator(const course::Rules& rules, const GradeRequest& request,
                                              const GradeResult& result) {
  GradeRequest again = question(request);
  again.seed = result.seed;
  again.only.clear();
  for (const PartResult& part : result.parts) {
    if (part.verdict == Verdict::failed || is_right(part)) again.only.push_back(part.id);
    again.counts = again.counts || part.verdict == Verdict::partial;
  }
  if (again.only.empty()) return std::nullopt;
  if (rules.emulator.mistakes_cost_points) return grade(rules, again);
  try {
    return grade(rules, again);
  } catch (const process::Interrupted&) {
    throw;
  } catch (const std::exception&) {
    return std::nullopt;  // the GPU's verdict stands without it
  }
}

}  // namespace

void compile_for_emulator(const course::Rules& rules, const GradeRequest& request) {
  GradeRequest ahead = question(request);
  ahead.until_compiled = true;
  ahead.progress = nullptr;
  try {
    grade(rules, ahead);
  } catch (const std::exception&) {
    // ask_emulator() compiles again then, and meets the same error.
  }
}

void ask_emulator(const course::Rules& rules, const GradeRequest& request, GradeResult& result) {
  if (rules.emulator.asked == course::Asked::never || !result.compiler_output.empty()) return;
  const auto emulated = graded_by_emulator(rules, request, result);
  if (emulated) add_findings(*emulated, rules.emulator.mistakes_cost_points, result);
}

void add_findings(const GradeResult& emulated, bool mistakes_cost_points, GradeResult& result) {
  std::vector<std::string> asked;
  for (PartResult& part : result.parts) {
    const auto same = std::find_if(emulated.parts.begin(), emulated.parts.end(),
                                   [&](const PartResult& other) { return other.id == part.id; });
    if (same != emulated.parts.end() && add_findings(*same, mistakes_cost_points, part)) asked.push_back(part.id);
  }
  if (asked.empty()) return;
  result.notes.push_back(fmt::format(
      "A GPU does not tell lines. The emulator ran the same code at small sizes and found what is said with "
      "lines about {}.",
      fmt::join(asked, ", ")));
}

}  // namespace grader

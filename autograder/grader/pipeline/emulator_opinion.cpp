#include "grader/pipeline/emulator_opinion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "grader/words/reasons.hpp"

namespace grader {
namespace {

bool is_right(const PartResult& part) { return part.verdict == Verdict::passed || part.verdict == Verdict::partial; }

/// Adds what the emulator says of the same part. False: it says nothing.
bool add_findings(const PartResult& emulated, bool mistakes_cost_points, PartResult& part) {
  const bool found_mistake = emulated.verdict == Verdict::failed;
  const bool is_slow = part.verdict == Verdict::partial;
  if (is_right(part) && !found_mistake && !is_slow) return false;
  bool any = false;
  for (Finding finding : emulated.findings) {
    if (is_right(part) && found_mistake && finding.is_remark) continue;
    if (finding.name == "printed") continue;  // the GPU's own run printed it, too
    finding.is_remark = finding.is_remark || (is_right(part) && !(found_mistake && mistakes_cost_points));
    part.findings.push_back(std::move(finding));
    any = true;
  }
  if (any && is_right(part) && found_mistake && mistakes_cost_points) {
    part.verdict = Verdict::failed;
    part.points = 0;
    part.reasons.push_back(reason_did_not_show());
  }
  return any;
}

std::optional<GradeResult> graded_by_emulator(const course::Rules& rules, const GradeRequest& request,
                                              const GradeResult& result) {
  GradeRequest again = request;
  again.backend = "simt";
  again.seed = result.seed;
  again.must_be_valid_cuda = false;
  again.quiet = nullptr;
  again.only.clear();
  again.counts = false;
  for (const PartResult& part : result.parts) {
    if (part.verdict == Verdict::failed || is_right(part)) again.only.push_back(part.id);
    again.counts = again.counts || part.verdict == Verdict::partial;
  }
  if (again.only.empty()) return std::nullopt;
  try {
    return grade(rules, again);
  } catch (const CannotGrade&) {
    if (rules.emulator.mistakes_cost_points) throw;
    return std::nullopt;
  }
}

}  // namespace

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

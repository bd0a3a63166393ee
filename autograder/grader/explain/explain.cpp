#include "grader/explain/explain.hpp"

#include <fmt/format.h>

#include "grader/errors.hpp"
#include "grader/metrics.hpp"
#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "grader/stream_time.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"
#include "support/files/whole_file.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// The counted run at the performance size; true when it came to its end.
bool count(const Context& context, Session& session, PartState& state, Explanation& explanation) {
  const course::Size size = context.lab_rules.simt_size_of(*state.part);
  const auto workspace = context.backend.lend({state.part->operation, size, 1});
  backends::RunOptions options;
  options.count_traffic = true;
  options.model_caches = true;
  options.find_races = true;
  const backends::RunOutcome outcome = run_and_check(context, session, *workspace, options, state);
  const simt::memory::Device device = context.backend.emulated_device();
  check_stage_times(*workspace, outcome.evidence, device, state);
  session.take_back();
  LocatedEvidence located = locate(outcome.evidence, context.library, context.source_name);
  explanation.traffic = std::move(located.traffic);
  explanation.accesses = std::move(located.accesses);
  explanation.timeline = std::move(located.timeline);
  // Elsewhere the order of things is part of the task, and streams would only be in the way.
  if (explanation.limits.at_most["time_vs_bound"])
    explanation.timeline_advice = advise_on_overlap(explanation.timeline);
  explanation.summary = summarize(outcome.evidence, units::Bytes{state.part->operation.bytes_moved(size)}, device);
  // Hardware that spreads addresses over its partitions has no camping: only a part about it asks for the old layout.
  if (device.has_hashed_partitions && !explanation.limits.at_most["partition_camping"]) {
    explanation.summary.values["partition_camping"].reset();
  }
  explanation.summary.values["time_vs_bound"] = time_vs_bound(outcome.evidence, state.part->operation, size, device);
  return outcome.is_ok();
}

std::vector<Reason> problems_of(const Context& context, const PartState& state) {
  if (state.is_explained()) return state.reasons;
  if (!state.anything_written) return {reason_nothing_written(*state.part)};
  if (!state.first_mismatch) return {};
  return {reason_for_wrong_sizes(context.lab, *state.part, state.right, state.wrong, *state.first_mismatch)};
}

void run(const Context& context, const course::Part& part, std::uint64_t schedule, Explanation& explanation) {
  std::vector<PartState> states(1);
  PartState& state = states.front();
  state.part = &part;
  Session session(context.backend, context.library, context.rules.limits, schedule);
  if (context.progress) context.progress(fmt::format("{} {}: counting memory traffic", part.id, part.title));
  explanation.did_run = count(context, session, state, explanation);
  const std::size_t found_here = state.findings.size();
  // A missing guard shows only where a size is no multiple of the block.
  if (explanation.did_run) check_sizes(context, session, states);
  if (state.could_not_run) throw CannotGrade(state.reasons.front().text);
  for (std::size_t i = found_here; i < state.findings.size(); ++i) {
    state.findings[i].text += " (found at one of the small, odd sizes)";
  }
  explanation.problems = problems_of(context, state);
  explanation.findings = state.findings;
  explanation.findings.insert(explanation.findings.end(), state.remarks.begin(), state.remarks.end());
}

}  // namespace

Explanation explain(const course::Rules& rules, const ExplainRequest& request) {
  const fs::path root = fs::absolute(request.root).lexically_normal();
  const course::LabRules& lab_rules = rules.labs.find(request.lab->name)->second;
  const fs::path folder = request.submission.empty() ? root / "labs" / request.lab->folder : request.submission;
  const fs::path source = find_source(*request.lab, folder);
  const std::string device = request.device.empty() ? default_device : request.device;
  const Toolchain chosen = choose_toolchain(root, "simt", device);

  Explanation explanation;
  explanation.submission = source.string();
  explanation.id = request.part->id;
  explanation.title = request.part->title;
  explanation.device = chosen.backend->device().name;
  explanation.chip = simt::memory::slice_of(chosen.backend->emulated_device(), request.lab->device_parts);
  explanation.limits_apply = device == default_device;
  if (!explanation.limits_apply) explanation.notes.push_back(note_other_device(device));
  if (request.lab->device_parts > 1) explanation.notes.push_back(note_slice(*request.lab, explanation.chip));
  explanation.size = size_in_words(lab_rules.simt_size_of(*request.part), *request.lab);
  explanation.source = files::read_file(source);
  explanation.limits = lab_rules.parts.find(request.part->id)->second.traffic;

  if (request.progress) request.progress("compiling");
  const backends::Build built = build_cached({*chosen.backend, *request.lab, root, source, rules.limits});
  if (!built.library) {
    explanation.compiler_output = built.output;
    explanation.problems = {reason_compile_error(*request.lab)};
    return explanation;
  }
  const Context context{rules,           lab_rules,      *request.lab,
                        *chosen.backend, *built.library, std::string(request.lab->source),
                        request.progress};
  run(context, *request.part, request.schedule, explanation);
  explanation.advice = advise(*request.part, explanation);
  explanation.allowed = allowed_waste(explanation);
  return explanation;
}

}  // namespace grader

#include "grader/explain/explain.hpp"

#include <fmt/format.h>

#include "backends/counted_device.hpp"
#include "grader/errors.hpp"
#include "grader/explain/advice.hpp"
#include "grader/metrics.hpp"
#include "grader/pipeline/build.hpp"
#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/count.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "grader/words/l2_window_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/slow_operation.hpp"
#include "grader/words/source_lines.hpp"
#include "support/files/whole_file.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// The counted run at the performance size.
void count_into(Explanation& explanation, const Context& context, Session& session, PartState& state) {
  Counted counted = count(context, session, /*find_races=*/true, state);
  explanation.did_run = counted.came_to_its_end;
  explanation.traffic = std::move(counted.located.traffic);
  explanation.accesses = std::move(counted.located.accesses);
  explanation.timeline = std::move(counted.located.timeline);
  // Elsewhere the order of operations is part of the task, and streams would not help.
  if (explanation.limits.at_most["time_vs_bound"]) {
    explanation.timeline_advice = advise_on_overlap(explanation.timeline, is_about_overlap(explanation.limits));
  }
  const std::vector<Finding> windows = std::move(counted.located.windows);
  const course::PartRules& part_rules = context.lab_rules.parts.find(state.part->id)->second;
  explanation.summary =
      with_relevant_metrics(counted.summary, context.lab_rules, part_rules, *context.backend.abilities().device);
  if (!explanation.summary.at.empty()) explanation.size = explanation.summary.at;
  explanation.window = window_of(windows, explanation.summary.values, explanation.limits);
}

std::vector<Reason> problems_of(const Context& context, const PartState& state) {
  if (state.is_explained()) return state.reasons;
  if (!state.is_attempted) return {reason_nothing_written(*state.part, context.source)};
  if (!state.first_mismatch) return {};
  return {
      reason_for_wrong_sizes(context.lab, *state.part, state.right, state.wrong, *state.first_mismatch, !state.change)};
}

void run(const Context& context, const course::Part& part, std::uint64_t schedule, Explanation& explanation) {
  std::vector<PartState> states(1);
  PartState& state = states.front();
  state.part = &part;
  Session session(context.backend, context.library, context.rules.limits, schedule);
  count_into(explanation, context, session, state);
  const std::size_t found_here = state.findings.size();
  // A missing guard shows only where a size is no multiple of the block.
  if (explanation.did_run) check_sizes(context, session, states);
  if (state.could_not_run) throw CannotGrade(state.reasons.front().text);
  for (std::size_t i = found_here; i < state.findings.size(); ++i) {
    state.findings[i].text += " (found at one of the small, odd sizes)";
  }
  explanation.problems = problems_of(context, state);
  explanation.findings = all_findings(state);
  if (explanation.window) explanation.findings.push_back(*explanation.window);
}

}  // namespace

Explanation explain(const course::Rules& rules, const ExplainRequest& request) {
  const fs::path root = fs::absolute(request.root).lexically_normal();
  const course::LabRules& lab_rules = rules.labs.find(request.lab->name)->second;
  const fs::path source = find_source(root, *request.lab, request.submission);
  const std::string device = request.device.empty() ? rules.emulator.device : request.device;
  const Toolchain chosen = choose_toolchain(root, {.device = device, .must_count = true, .predicts = request.predicts});

  Explanation explanation;
  explanation.submission = source.string();
  explanation.id = request.part->id;
  explanation.title = request.part->title;
  explanation.device = chosen.backend->device().name;
  const simt::memory::Device whole = chosen.backend->abilities().device.value();
  explanation.chip = backends::counted_device(*request.lab, whole);
  explanation.limits_apply = device == rules.emulator.device;
  if (!explanation.limits_apply) explanation.notes.push_back(note_other_device(device, rules.emulator.device));
  if (request.lab->device_parts > 1) explanation.notes.push_back(note_slice(*request.lab, whole));
  explanation.size =
      size_in_words(chosen.backend->performance_size(*request.lab, lab_rules, *request.part), request.part->extents);
  explanation.source = read_source(source);
  explanation.seed = request.seed ? *request.seed : fresh_seed();
  explanation.limits = lab_rules.parts.find(request.part->id)->second.traffic;

  if (request.progress) request.progress("compiling");
  const backends::Build built = build_cached(
      {*chosen.backend, *request.lab, root, source, rules.limits, entries_of(*request.lab, {request.part})});
  if (const auto missing = simt::missing_feature(built.library ? "" : built.output)) {
    throw CannotGrade(reason_missing_feature(missing->place(request.lab->source), missing->name).text);
  }
  const auto refusal =
      built.library && request.must_be_valid_cuda
          ? ask_other_compilers({*chosen.kind, root, *request.lab, source, rules.limits, request.progress, built.spent})
                .refusal
          : std::nullopt;
  if (!built.library || refusal) {
    explanation.compiler_output = refusal.value_or(built.output);
    explanation.problems = {reason_compile_error(*request.lab)};
    return explanation;
  }
  const Context context{rules,
                        lab_rules,
                        *request.lab,
                        *chosen.backend,
                        *built.library,
                        std::string(request.lab->source),
                        explanation.seed,
                        request.progress,
                        source,
                        root / "labs" / request.lab->folder,
                        simt::index_source(explanation.source),
                        nullptr,
                        request.predicts,
                        request.predicts ? registers_by_other_compilers({*chosen.kind, root, *request.lab, source,
                                                                         rules.limits, request.progress},
                                                                        whole.compute_capability)
                                         : std::vector<simt::memory::KernelRegisters>{}};
  run(context, *request.part, request.schedule, explanation);
  if (request.on_hardware && explanation.did_run) {
    const course::Size size = chosen.backend->performance_size(*request.lab, lab_rules, *request.part);
    explanation.hardware = count_on_gpu(
        {root, *request.lab, *request.part, size, source, explanation.seed, rules.limits, request.progress});
  }
  explanation.advice = advise(*request.part, explanation);
  explanation.allowed = allowed_waste(explanation);
  return explanation;
}

}  // namespace grader

#include "grader/pipeline/count.hpp"

#include <fmt/format.h>

#include "grader/metrics.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/stream_time.hpp"

namespace grader {

Counted count(const Context& context, Session& session, bool find_races, PartState& state) {
  if (context.progress) {
    context.progress(fmt::format("{} {}: counting memory traffic", state.part->id, state.part->title));
  }
  const course::Operation& operation = state.part->operation;
  const course::Size size = context.backend.performance_size(context.lab, context.lab_rules, *state.part);
  const simt::memory::Device device = context.backend.abilities().device.value();
  const auto workspace = context.backend.lend({operation, size, 1});
  backends::PartRunOptions options;
  options.count_traffic = true;
  options.model_caches = true;
  options.find_races = find_races;
  const backends::RunOutcome outcome = run_and_check(context, session, *workspace, options, state);
  check_stage_times(*workspace, outcome.evidence, device, state,
                    lines_of_calls(context.source, state.part->entry, "cudaEventRecord"));
  session.take_back();

  Counted counted;
  counted.came_to_its_end = outcome.is_ok();
  counted.located = locate(outcome.evidence, context.library, context.source_name);
  counted.summary = summarize(outcome.evidence, units::Bytes{operation.bytes_moved(size)}, device);
  counted.summary.values["time_vs_bound"] = time_vs_bound(outcome.evidence, operation, size, device);
  return counted;
}

}  // namespace grader

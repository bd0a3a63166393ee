#include "grader/pipeline/count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "backends/counted_device.hpp"
#include "grader/metrics.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/stream_time.hpp"
#include "grader/words/host_address.hpp"
#include "grader/words/l2_window_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/predicted.hpp"
#include "grader/words/slow_line.hpp"

namespace grader {

namespace {

using simt::memory::Bound;

/// What a line has of what `bound` is made of.
std::int64_t amount(const Traffic& line, Bound bound) {
  if (bound == Bound::dram) return line.levels.dram();
  if (bound == Bound::l2 || bound == Bound::l1) return line.sectors;
  if (bound == Bound::shared) return line.wavefronts;
  if (bound == Bound::updates && line.op == Access::atomic) return line.requests;
  return 0;
}

PredictedSpeed predicted_speed(const simt::memory::Prediction& times, units::Bytes moved,
                               const simt::memory::Device& device, const std::vector<Traffic>& lines) {
  PredictedSpeed result{device.name, {times.seconds},           moved / units::Seconds{times.seconds}, 0, times,
                        0,           !device.timing.is_measured};
  const simt::memory::SpeedRange& range = device.speed_ranges[static_cast<std::size_t>(times.bound())];
  result.low.value = range.low * result.gbps.value;
  result.high.value = range.high * result.gbps.value;
  result.copy_share = result.gbps.value * 1e9 / device.best_copy();
  std::int64_t most = 0;
  for (const Traffic& line : lines) {
    const std::int64_t found = amount(line, times.bound());
    if (found > most) result.line = line.line;
    most = std::max(most, found);
  }
  return result;
}

/// What needs compute capability 8.0 is about lines that persist in the L2 cache.
bool is_about_persisting_lines(const course::Part& part) { return part.needs_sm != 0; }

/// Whether the code of the function `entry` asks for an access-policy window somewhere.
bool sets_window(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  return std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
    const bool is_window = name.name == "accessPolicyWindow" || name.name == "cudaAccessPolicyWindow";
    return is_window && std::any_of(used.begin(), used.end(), [&](const auto* one) { return one->has(name.line); });
  });
}

/// By other operations than kernels, of whose time the model knows nothing.
std::int64_t copied_bytes(const std::vector<simt::OperationRecord>& operations) {
  std::int64_t bytes = 0;
  for (const simt::OperationRecord& one : operations) {
    if (one.kind != OperationKind::kernel) bytes += one.bytes;
  }
  return bytes;
}

/// What `counted` would take, in the grids that the function launches at the larger size. That call leaves memory and
/// variables as no right call would: nothing else may be asked of this process.
simt::memory::Prediction with_known_grids(const Context& context, Session& session,
                                          const backends::Workspace& workspace, backends::PartRunOptions options,
                                          const backends::RunOutcome& counted, const PartState& state) {
  if (counted.prediction.seconds == 0) return counted.prediction;
  options.only_grids = true;
  const backends::RunOutcome larger = session.run(context.lab, *state.part, workspace, options);
  session.take_back();
  session.end();
  return larger.is_ok() && larger.prediction.seconds > 0 ? larger.prediction : counted.prediction;
}

std::vector<std::int64_t> bytes_of_inputs(const course::Operation& operation, const course::Size& size) {
  constexpr std::int64_t element_bytes = 4;
  std::vector<std::int64_t> bytes;
  for (int input = 0; input < operation.input_count; ++input) {
    bytes.push_back(operation.elements(size, input) * element_bytes);
  }
  return bytes;
}

/// Whether the part limits what only simt::RunOptions::find_origins tells.
bool asks_for_origins(const course::PartRules& rules) {
  const course::MetricValues& limits = rules.traffic.at_most;
  return limits["around_launches"] || limits["past_textures"] || limits["written_by_host"];
}

Counted count_at(const course::Size& size, bool predicts, const Context& context, Session& session, bool find_races,
                 PartState& state) {
  if (context.progress) {
    context.progress(fmt::format("{} {}: counting memory traffic", state.part->id, state.part->title));
  }
  const course::Operation& operation = state.part->operation;
  const simt::memory::Device device = context.backend.abilities().device.value();
  const auto workspace = context.backend.lend({operation, size, 1});
  backends::PartRunOptions options;
  options.count_traffic = true;
  options.model_caches = true;
  options.find_races = find_races;
  options.find_origins = asks_for_origins(context.lab_rules.parts.find(state.part->id)->second);
  const units::Bytes moved{operation.bytes_moved(size)};
  units::Bytes moved_on_gpu{0};
  if (predicts && !why_never_predicted(context.lab, *state.part, device)) {
    options.predict_size = course::problem_size(
        operation, course::scaled(context.lab_rules.gpu_size_of(*state.part), context.lab.gpu_scales,
                                  course::listed_for, backends::properties_of(device)));
    moved_on_gpu.value = operation.bytes_moved(options.predict_size);
    options.registers = context.registers;
    options.predict_times = static_cast<double>(moved_on_gpu.value) / static_cast<double>(moved.value);
  }
  const backends::RunOutcome outcome = run_and_check(context, session, *workspace, options, state);
  const simt::memory::Prediction prediction = with_known_grids(context, session, *workspace, options, outcome, state);
  StageLines lines = stage_lines(context.source, state.part->entry);
  if (operation.stage_times >= 0) {
    lines.timings =
        timings_of(outcome.evidence, context.library, context.source_name, context.source, state.part->entry);
  }
  check_stage_times(*workspace, outcome.evidence, device, state, lines);
  session.take_back();

  Counted counted;
  counted.came_to_its_end = outcome.is_ok();
  counted.located = locate(outcome.evidence, context.library, context.source_name);
  name_members(outcome.evidence.windows, context.source, state.part->entry, bytes_of_inputs(operation, size),
               counted.located.windows);
  name_refused_call(outcome.evidence, context.source, state.part->entry, counted.located.refused,
                    counted.located.windows);
  // Other parts than these do well without a window.
  if (!is_about_persisting_lines(*state.part)) counted.located.windows.clear();
  counted.useless_window =
      useless_window(outcome.evidence.windows, counted.located.windows, sets_window(context.source, state.part->entry));
  counted.host_address = remark_on_host_address(context.source, state.part->entry, outcome.evidence);
  counted.summary = summarize(outcome.evidence, moved, device);
  if (prediction.seconds > 0 && copied_bytes(outcome.evidence.operations) < moved.value / 100) {
    counted.summary.predicted = predicted_speed(prediction, moved_on_gpu, device, counted.located.traffic);
    counted.summary.predicted->knows_registers = !context.registers.empty();
  }
  counted.summary.values["divergence"] = divergence(outcome.evidence, operation, size);
  counted.summary.values["time_vs_bound"] = time_vs_bound(outcome.evidence, operation, size, device);
  return counted;
}

/// At smaller sizes more of what moves lies at the edges, and small inputs fill fewer sectors.
constexpr double most_times_the_limit = 2;

bool is_bad_at_smaller_size(const course::MetricValues& values, const course::MetricValues& at_most) {
  const auto exceeds = [&](course::MetricKey key) {
    return at_most[key] && values[key].value_or(0) > most_times_the_limit * *at_most[key];
  };
  // Of a share, what is left above the limit counts: half of it.
  const auto& share = at_most["conflict_share"];
  const bool has_conflicts = share && values["conflict_share"].value_or(0) > (1 + *share) / 2;
  return exceeds("traffic_vs_minimum") || exceeds("shared_wavefronts") || has_conflicts;
}

/// Shorter extents stay as they are: less than a warp has other reasons to be slow.
constexpr std::int64_t least_extent = 128;

bool is_good(const TrafficSummary& summary, const course::TrafficLimits& limits) {
  return std::none_of(course::metrics.begin(), course::metrics.end(), [&](const course::Metric& metric) {
    return course::judge(metric, summary.values, limits) == course::Judgement::too_much;
  });
}

/// Another size at which the traffic must be good, too. Everybody can read the performance size, so code could be
/// good there alone. Each extent is a quarter or a half of that of `size`, by the grading's seed, so that what suits
/// whole tiles there suits them here. Nothing where sizes depend on the device, or where more than traffic decides.
std::optional<course::Size> smaller_size(const Context& context, const course::Part& part,
                                         const course::PartRules& rules, const course::Size& size) {
  const course::MetricValues& limits = rules.traffic.at_most;
  if (!context.lab.has_matrices || !limits["traffic_vs_minimum"] || limits["time_vs_bound"]) return std::nullopt;
  course::Size smaller = size;
  for (int i = 0; i < context.lab.rank(); ++i) {
    const std::int64_t parts = (context.seed >> i & 1) == 0 ? 4 : 2;
    if (size.extent[i] >= least_extent) smaller.extent[i] = size.extent[i] / parts;
  }
  smaller = course::problem_size(part.operation, smaller);
  return smaller == size ? std::nullopt : std::optional(smaller);
}

/// A size at which a part that is good at the performance size is counted once more.
struct OtherSize {
  course::Size size;
  bool find_races = false;
  bool (*is_bad)(const course::MetricValues& values, const course::MetricValues& at_most) = nullptr;
};

/// Other orders of a tile than a longer row have a few conflicts where the number of columns is odd.
bool has_many_conflicts(const course::MetricValues& values, const course::MetricValues& /*at_most*/) {
  constexpr double most_conflicts = 0.5;
  return values["conflict_share"].value_or(0) > most_conflicts;
}

/// What a few elements for each thread hide: with more of them, neighbouring threads may be far apart.
bool is_bad_at_second_size(const course::MetricValues& values, const course::MetricValues& at_most) {
  const auto& limit = at_most["traffic_vs_minimum"];
  const bool moves_more = limit && values["traffic_vs_minimum"].value_or(0) > most_times_the_limit * *limit;
  return has_many_conflicts(values, at_most) || moves_more;
}

std::vector<OtherSize> other_sizes(const Context& context, const course::Part& part, const course::PartRules& rules,
                                   const course::Size& size, const TrafficSummary& counted, bool find_races) {
  std::vector<OtherSize> sizes;
  if (is_good(counted, rules.traffic)) {
    if (const auto smaller = smaller_size(context, part, rules, size)) {
      sizes.push_back({*smaller, false, is_bad_at_smaller_size});
    }
  }
  if (const auto& second = rules.emulator_second_size; second && !is_conflict(counted.values, rules.traffic)) {
    sizes.push_back({course::problem_size(part.operation, *second), find_races,
                     is_good(counted, rules.traffic) ? is_bad_at_second_size : has_many_conflicts});
  }
  return sizes;
}

}  // namespace

Counted count(const Context& context, Session& session, bool find_races, PartState& state) {
  const course::Size size = context.backend.performance_size(context.lab, context.lab_rules, *state.part);
  const course::PartRules& rules = context.lab_rules.parts.find(state.part->id)->second;
  Counted counted = count_at(size, context.predicts, context, session, find_races, state);
  if (!counted.came_to_its_end || !state.is_right()) return counted;
  for (const OtherSize& other : other_sizes(context, *state.part, rules, size, counted.summary, find_races)) {
    Counted again = count_at(other.size, /*predicts=*/false, context, session, other.find_races, state);
    if (again.came_to_its_end && other.is_bad(again.summary.values, rules.traffic.at_most)) {
      again.summary.at = size_in_words(other.size, state.part->extents);
      return again;
    }
  }
  return counted;
}

}  // namespace grader

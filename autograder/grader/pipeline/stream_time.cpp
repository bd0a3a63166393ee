#include "grader/pipeline/stream_time.hpp"

#include <algorithm>
#include <cmath>

#include "grader/words/reasons.hpp"

namespace grader {
namespace {

using simt::OperationKind;

/// Of the inputs, or of the outputs, that the host has.
double bytes_on_host(const course::Operation& operation, const course::Size& size, bool of_inputs) {
  std::int64_t elements = 0;
  for (int buffer = 0; buffer < operation.buffers(); ++buffer) {
    const bool counts = of_inputs ? operation.is_input(buffer) : operation.is_output(buffer);
    if (counts && operation.place(buffer) == course::Place::host) elements += operation.elements(size, buffer);
  }
  return 4 * static_cast<double>(elements);
}

}  // namespace

std::optional<double> time_vs_bound(const simt::Evidence& evidence, const course::Operation& operation,
                                    const course::Size& size, const simt::memory::Device& device) {
  const double over_link = std::max(bytes_on_host(operation, size, true), bytes_on_host(operation, size, false));
  if (over_link == 0) return std::nullopt;
  double end = 0;
  double work = 0;
  for (const simt::OperationRecord& record : evidence.operations) {
    if (!std::isfinite(record.end) || !std::isfinite(record.work)) return std::nullopt;
    end = std::max(end, record.end);
    work += record.work;
  }
  // The emulator does not see arithmetic that a kernel does not report, and so cannot time it.
  const double needed =
      operation.multiply_adds == nullptr ? 0 : operation.multiply_adds(size) / device.multiply_adds_per_second();
  const bool are_all_known = evidence.operations.size() < simt::most_operations;
  if (are_all_known && work < 0.9 * needed) return work / needed;
  // Work that the part does not need is no excuse for a longer time.
  return end / std::max(over_link / device.pinned_bytes_per_second, std::min(work, needed));
}

StageTimes stage_times(const simt::Evidence& evidence) {
  StageTimes times{};
  for (const simt::OperationRecord& record : evidence.operations) {
    const double milliseconds = (record.end - record.start) * 1e3;
    if (record.kind == OperationKind::copy_to_device) times[0] += milliseconds;
    if (record.kind == OperationKind::kernel) times[1] += milliseconds;
    if (record.kind == OperationKind::copy_to_host) times[2] += milliseconds;
  }
  return times;
}

std::optional<StageTimes> claimed_stage_times(backends::Workspace& workspace, int slot) {
  const int output = workspace.problem().operation.stage_times;
  if (output < 0) return std::nullopt;
  StageTimes claimed{};
  const std::vector<float> values = workspace.read_output(slot, output, static_cast<std::int64_t>(claimed.size()));
  std::copy(values.begin(), values.end(), claimed.begin());
  return claimed;
}

void check_stage_times(const StageTimes& claimed, const StageTimes& actual, const StageTolerance& tolerance,
                       PartState& state, const StageLines& lines) {
  std::vector<std::size_t> wrong;
  for (std::size_t stage = 0; stage < actual.size(); ++stage) {
    const double allowed = tolerance.share * actual[stage] + tolerance.milliseconds;
    if (std::abs(claimed[stage] - actual[stage]) > allowed) wrong.push_back(stage);
  }
  if (wrong.empty()) return;
  const std::size_t first = wrong.front();
  state.reasons.push_back(
      reason_stage_time(*state.part, first, claimed[first], actual, lines, /*is_alone=*/wrong.size() == 1));
}

void check_stage_times(backends::Workspace& workspace, const simt::Evidence& evidence,
                       const simt::memory::Device& device, PartState& state, const StageLines& lines) {
  if (!state.is_right()) return;
  const auto claimed = claimed_stage_times(workspace, 0);
  if (!claimed) return;
  // Between two events there is what the host needs to ask for a few operations.
  constexpr double operations = 4;
  const StageTolerance tolerance{.milliseconds = operations * device.launch_seconds * 1e3};
  check_stage_times(*claimed, stage_times(evidence), tolerance, state, lines);
  if (state.is_right() && evidence.timed_stages < claimed->size()) {
    state.reasons.push_back(reason_not_measured(*state.part, evidence.timed_stages));
  }
}

}  // namespace grader

// How an Emulation records its operations in the model of streams.
#include <algorithm>
#include <utility>

#include "simt/core/work_limit.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt::core {

cudaError_t Emulation::refuse(const Refusal& what, std::uintptr_t pc) {
  if (errors_.is_fatal()) return errors_.last();
  reporter_.report(reporter_.describe_refusal(FindingKind::unsupported, what, pc));
  return leave(cudaErrorNotSupported);
}

void Emulation::note_not_ready() {
  if (!checks_.history.is_on()) return;
  FindingRecord finding = reporter_.describe(FindingKind::failed_call, reporter_.calling_instruction());
  copy_text(finding.name, cudaGetErrorName(cudaErrorNotReady));
  reporter_.report(finding);
}

void Emulation::note_event_time(std::uintptr_t pc, const EventTime& start, const EventTime& stop, bool is_reached) {
  constexpr std::size_t most_timings = 8;
  constexpr double nanoseconds = 1e9;
  FindingRecord timing = reporter_.describe(FindingKind::event_time, pc);
  timing.other_pc = reporter_.library_offset(recorded_at_[start.event]);
  timing.launch_pc = reporter_.library_offset(recorded_at_[stop.event]);
  if (is_reached) {
    timing.numbers[0] = static_cast<std::int64_t>(nanoseconds * start.seconds);
    timing.numbers[1] = static_cast<std::int64_t>(nanoseconds * stop.seconds);
  } else {
    timing.detail = Detail::event_not_reached;
  }
  // A call that is made again, until the event is reached, counts once.
  const auto known = std::find_if(timings_.begin(), timings_.end(), [&](const FindingRecord& one) {
    return one.pc == timing.pc && one.other_pc == timing.other_pc && one.launch_pc == timing.launch_pc &&
           one.detail == Detail::event_not_reached;
  });
  if (known != timings_.end()) {
    *known = timing;
  } else if (timings_.size() < most_timings) {
    timings_.push_back(timing);
  }
}

void Emulation::begin_operation() {
  checks_.stream_race.begin_kernel(streams_.are_used());
  work_before_ = work_so_far();
}

void Emulation::end_operation(const LaunchShape& shape, const Kernel& kernel, StreamNumber stream, std::uintptr_t pc) {
  const double blocks = double{1} * shape.grid.x * shape.grid.y * shape.grid.z;
  Operation operation;
  operation.stream = stream;
  operation.work = work_so_far() - work_before_;
  operation.share = std::min(1.0, blocks / options_.device.multiprocessors);
  operation.pc = pc;
  operation.label = Reporter::kernel_name(kernel);
  record(operation, checks_.stream_race.end_kernel());
}

Work Emulation::work_so_far() {
  Work work;
  work.multiply_adds = multiply_adds_;
  for (const Site& site : sites_.all()) {
    const std::int64_t bytes = site.traffic.sectors * options_.device.sector_bytes;
    const bool is_load = site.access == Access::load;
    (!site.is_of_host ? work.device_bytes : is_load ? work.from_host : work.to_host) += bytes;
  }
  return work;
}

void Emulation::record(const Operation& operation, Footprint footprint) {
  charge(work_of_an_operation + operation.bytes / bytes_per_unit);
  const Streams::Issued issued = streams_.issue(operation);
  checks_.stream_race.on_operation(issued, std::move(footprint), operation.pc, operation.label, streams_.host());
}

}  // namespace simt::core

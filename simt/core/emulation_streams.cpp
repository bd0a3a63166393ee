// What an Emulation tells the model of streams about the operations it carries out, and what it finds there.
#include <algorithm>

#include "simt/core/emulation.hpp"

namespace simt::core {

cudaError_t Emulation::refuse(Detail what, std::uintptr_t pc) {
  if (is_dead_) return last_error_;
  findings_.add(describe_refusal(FindingKind::unsupported, {what, {}}, pc));
  return leave(cudaErrorNotSupported);
}

// A launch through an address spells all its arguments; the kernel is the first. A comma may be among its template
// arguments.
std::string_view Emulation::kernel_name(const Kernel& kernel) {
  const std::string_view name = kernel.name;
  if (!kernel.name_has_arguments) return name;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<' || name[i] == '(') ++depth;
    if (name[i] == '>' || name[i] == ')') --depth;
    if (name[i] == ',' && depth <= 0) return name.substr(0, i);
  }
  return name;
}

void Emulation::begin_operation() {
  if (streams_.are_used() || shares_memory_with_host_) footprint_ = std::make_unique<Footprint>();
  work_before_ = work_so_far();
}

void Emulation::end_operation(const LaunchShape& shape, const Kernel& kernel, StreamNumber stream, std::uintptr_t pc) {
  const double blocks = double{1} * shape.grid.x * shape.grid.y * shape.grid.z;
  Operation operation;
  operation.stream = stream;
  operation.work = work_so_far() - work_before_;
  operation.share = std::min(1.0, blocks / options_.device.multiprocessors);
  operation.pc = pc;
  operation.label = kernel_name(kernel);
  const std::unique_ptr<Footprint> footprint = std::move(footprint_);
  tell(operation, footprint != nullptr ? std::move(*footprint) : Footprint());
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

void Emulation::note_footprint(const Site& site, std::uintptr_t address) {
  if (site.kind != Kind::global) return;
  (site.access == Access::store ? footprint_->stores : footprint_->loads).add(address, site.bytes);
}

void Emulation::tell(const Operation& operation, Footprint footprint) {
  const Streams::Issued issued = streams_.issue(operation);
  const auto races = stream_races_.add(issued, std::move(footprint), operation.pc, streams_.host());
  for (const StreamRace& race : races) {
    report_stream_race(FindingKind::stream_race, race, operation.pc, operation.label);
  }
}

void Emulation::check_host_race(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  const auto race = stream_races_.host_access(access == Access::store, address, bytes, streams_.host());
  if (race) report_stream_race(FindingKind::host_race, *race, pc, "");
}

void Emulation::report_stream_race(FindingKind kind, const StreamRace& race, std::uint64_t pc, std::string_view label) {
  FindingRecord finding = describe_access(kind, race.is_store ? Access::store : Access::load, 1, race.address,
                                          static_cast<std::uintptr_t>(pc));
  finding.other_pc = library_offset(race.earlier_pc);
  label.copy(finding.kernel, sizeof finding.kernel - 1);
  findings_.add(finding);
}

}  // namespace simt::core

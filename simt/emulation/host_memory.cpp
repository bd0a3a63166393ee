// What host code does with memory: allocates, frees, copies, fills, pins, touches.
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/core/access/library.hpp"
#include "simt/core/work_limit.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt::core {

namespace {

constexpr std::size_t large_piece = std::size_t{1} << 30;  // smaller ones have room on every host

// The variables of host code that runs now, which take it no time. A stack is no larger, and grows down.
[[gnu::noinline]] bool is_on_stack(std::uintptr_t address) {
  constexpr std::uintptr_t most_bytes = std::uintptr_t{8} << 20;
  return address - reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < most_bytes;
}

}  // namespace

void Emulation::on_device_function(std::string_view name, std::uintptr_t pc) {
  if (is_finished_) return;
  FindingRecord finding = reporter_.describe(FindingKind::device_function, pc);
  copy_text(finding.name, name);
  reporter_.report(finding);
}

void Emulation::on_call_by_address(std::uintptr_t function, std::uintptr_t argument, std::uintptr_t pc) {
  if (function == 0) return;  // where it is called, the program ends
  if (called_first_ == 0) called_first_ = function;
  const Target target = call_targets_.at(function);
  if (target == Target::library) return;
  if (target == Target::elsewhere && in_kernel == nullptr) stop_unnamed_call(pc);
  if (is_finished_) return;
  if (target == Target::within_function) {
    const FindingRecord finding = reporter_.describe_refusal(FindingKind::unsupported, {Detail::call_within, {}}, pc);
    if (in_kernel != nullptr) stop_thread(finding, cudaErrorIllegalInstruction);
    return reporter_.report(finding);
  }
  if (target == Target::runtime) return;
  if (in_kernel != nullptr) {
    stop_thread(reporter_.describe_access(FindingKind::out_of_bounds, Access::load, 1, function, pc),
                cudaErrorIllegalAddress);
  }
  if (argument != 0) on_host_access(Access::load, argument, 1, pc);
}

void Emulation::on_call_of_host(std::string_view name, std::uintptr_t pc) {
  if (is_finished_ || in_kernel == nullptr) return;
  FindingRecord finding = reporter_.describe_refusal(FindingKind::unsupported, {Detail::host_call, {}}, pc);
  copy_text(finding.name, name);
  stop_thread(finding, cudaErrorIllegalInstruction);
}

void Emulation::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (is_finished_) return;
  // A program may name any size: as a signed number it would give work back.
  charge(work_of_an_access + static_cast<std::int64_t>(bytes / std::size_t{bytes_per_unit}));
  const bool is_variable = is_on_stack(address);
  const bool is_in_host_function = checks_.stream_race.is_in_host_function();
  if (!is_variable && !is_in_host_function) hold_host_for(bytes);
  const bool is_of_caller =
      is_in_host_function && (is_variable ? address >= host_function_frame_ : memory_.is_host_variable(address));
  checks_.stream_race.on_host_access(access, address, bytes, pc, is_of_caller, streams_.host());
  // Long ones may reach beyond the stack.
  constexpr std::size_t short_bytes = 64;
  if (!is_variable || bytes > short_bytes) checks_.bounds.on_host_access(access, address, bytes, pc);
  checks_.data_path.on_host_access(access, address, bytes, pc);
  if (access != Access::load) checks_.origins.on_host_store(address, bytes);
}

void Emulation::check_is_over(std::span<const std::span<const std::byte>> read_next, cudaError_t returned) {
  if (errors_.is_fatal()) return;
  if (returned != cudaSuccess) returned_ = returned;
  for (const std::span<const std::byte> memory : read_next) {
    checks_.stream_race.on_caller_reads(reinterpret_cast<std::uintptr_t>(memory.data()), memory.size(),
                                        streams_.host());
  }
  checks_.leak.report_mistakes();
}

// The host moves its memory as fast as it does for a copy of pageable memory.
void Emulation::hold_host_for(std::size_t bytes) {
  streams_.hold_host(static_cast<double>(bytes) / options_.device.pageable_bytes_per_second);
}

cudaError_t Emulation::allocate(void** pointer, std::size_t bytes, Owner owner, std::string name, std::uintptr_t pc) {
  if (errors_.is_fatal()) return errors_.last();
  if (pointer == nullptr) return leave(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (owner == Owner::student && bytes > free_device_bytes()) return leave(cudaErrorMemoryAllocation);
  if (bytes >= large_piece) {
    // Once for the memory itself, and once for what is known of each byte.
    if (const std::size_t available = available_host_memory(); bytes > available / 2) {
      return refuse({Detail::room_in_memory, {static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(available)}},
                    pc);
    }
  }
  void* const start = allocations_.allocate(bytes, owner, std::move(name), pc);
  if (start == nullptr) return leave(cudaErrorMemoryAllocation);
  // What the host writes to its own memory is not seen.
  const bool is_unwritten = owner == Owner::student;
  note_mapped(map_allocation(start), is_unwritten ? checks::Content::unwritten : checks::Content::written);
  *pointer = start;
  return cudaSuccess;
}

std::size_t Emulation::free_device_bytes() const {
  const std::size_t all = device_properties().totalGlobalMem;
  return all - std::min(all, allocations_.device_bytes());
}

const Segment& Emulation::map_allocation(void* pointer) {
  const Allocations::Allocated& allocated = allocations_.all().at(pointer);
  return memory_.addresses().add({reinterpret_cast<std::uintptr_t>(pointer), allocated.bytes, Kind::global, true,
                                  allocated.owner, allocated.name});
}

// What was written is known further only if both runs look for races.
void Emulation::adopt_allocations(Emulation& earlier) {
  if (earlier.reporter_.library_base() != reporter_.library_base() || earlier.errors_.is_fatal()) return;
  allocations_.adopt(earlier.allocations_);
  objects_.adopt(earlier.objects_);
  memory_.adopt_addresses(earlier.memory_);
  for (const auto& [pointer, allocated] : allocations_.all()) {
    const Segment& segment = map_allocation(pointer);
    note_mapped(segment, checks::Content::written);
    checks_.uninitialized.adopt(earlier.checks_.uninitialized, segment);
  }
  for (const Segment& pinned : earlier.memory_.addresses().of(Owner::host)) {
    note_mapped(memory_.addresses().add(pinned), checks::Content::written);
    ++pinned_pieces_;
  }
}

cudaError_t Emulation::free(void* pointer, std::uintptr_t pc) {
  if (pointer != nullptr) streams_.synchronize_all(pc);
  return release(pointer);
}

cudaError_t Emulation::release(void* pointer) {
  if (errors_.is_fatal()) return errors_.last();
  if (pointer == nullptr) return cudaSuccess;
  const auto found = allocations_.all().find(pointer);
  if (found == allocations_.all().end() || found->second.owner == Owner::heap) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const Segment* const lent = memory_.addresses().find_start(address, Owner::grader);
    const Detail why = allocations_.was_freed(address) ? Detail::frees_freed
                       : lent != nullptr               ? Detail::frees_lent
                                                       : Detail::none;
    return leave(cudaErrorInvalidValue, {why, {}});
  }
  const Owner owner = found->second.owner;
  allocations_.release(pointer);
  unmap(reinterpret_cast<std::uintptr_t>(pointer), owner);
  return cudaSuccess;
}

// Pinned memory keeps its bytes: the host's pointer to it may still be used by mistake, and must not end the process.
cudaError_t Emulation::reset_device(std::uintptr_t pc) {
  if (errors_.is_fatal()) return errors_.last();
  const auto& segments = memory_.addresses().all();
  const bool has_lent = std::any_of(segments.begin(), segments.end(),
                                    [](const Segment& segment) { return segment.owner == Owner::grader; });
  if (has_lent) return refuse({Detail::device_reset, {}}, pc);
  streams_.synchronize_all(pc);
  while (!allocations_.all().empty()) {
    const auto& [pointer, allocated] = *allocations_.all().begin();
    unmap(reinterpret_cast<std::uintptr_t>(pointer), allocated.owner);
    allocations_.release(pointer);
  }
  heap_bytes_ = 0;
  for (const Owner owner : {Owner::host, Owner::registered}) {
    const auto pinned = memory_.addresses().of(owner);
    for (const Segment& segment : std::vector<Segment>(pinned.begin(), pinned.end())) unmap(segment.base, owner);
  }
  objects_.destroy_all();
  set_aside(0);
  reset_persisting(pc);
  return cudaSuccess;
}

void Emulation::unmap(std::uintptr_t base, Owner owner) {
  if (const Segment* const segment = memory_.addresses().find_start(base, owner); segment != nullptr) {
    checks_.data_path.on_unmapping(*segment);
  }
  memory_.addresses().remove(base, owner);
  checks_.each([base](auto& check) { check.unmapped(base); });
}

cudaError_t Emulation::check_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                  std::uintptr_t pc) {
  if (errors_.is_fatal()) return errors_.last();
  const bool to_device = kind == cudaMemcpyDefault ? memory_.is_allocated(to)
                                                   : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDefault
                               ? memory_.is_allocated(from)
                               : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto is_of_the_host = [this](const void* memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    return memory != nullptr && !memory_.is_allocated(memory) && !memory_.is_for_kernels_only(address) &&
           !allocations_.was_freed(address);
  };
  if (!(to_device ? checks_.bounds.may_write(to, bytes, pc) : is_of_the_host(to))) {
    return leave(cudaErrorInvalidValue, why_not_copied(to, bytes, to_device, /*is_target=*/true));
  }
  if (!(from_device ? memory_.find_for_copy(from, bytes) != nullptr : is_of_the_host(from))) {
    return leave(cudaErrorInvalidValue, why_not_copied(from, bytes, from_device, /*is_target=*/false));
  }
  return may_move(to, from, bytes, pc);
}

// What the call asks of that side, which the memory there is not.
Refusal Emulation::why_not_copied(const void* memory, std::size_t bytes, bool is_device, bool is_target) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (allocations_.was_freed(address)) return {is_target ? Detail::copy_to_freed : Detail::copy_from_freed, {}};
  if (!is_device) return {is_target ? Detail::copy_to_device_memory : Detail::copy_from_device_memory, {}};
  const Segment* segment = memory_.find_for_copy(memory, 1);
  // What begins a little past the end of some memory is meant to be there.
  if (segment == nullptr) {
    constexpr std::int64_t near_bytes = std::int64_t{1} << 20;
    segment = memory_.nearest_object(address);
    const std::int64_t distance = segment == nullptr ? 0 : core::distance_outside(*segment, address, 1);
    if (distance <= 0 || distance > near_bytes || memory_.is_for_kernels_only(address))
      return {is_target ? Detail::copy_to_host_memory : Detail::copy_from_host_memory, {}};
  }
  const auto left = static_cast<std::int64_t>(segment->base + segment->bytes) - static_cast<std::int64_t>(address);
  return {is_target ? Detail::copy_past_target : Detail::copy_past_source, {static_cast<std::int64_t>(bytes), left}};
}

cudaError_t Emulation::may_move(const void* to, const void* from, std::size_t bytes, std::uintptr_t pc) {
  return checks_.data_path.may_copy(to, from, bytes, pc) ? cudaSuccess : leave(cudaErrorNotPermitted);
}

// The traffic of a kernel that copies as well as one can: requests of 32 lanes with 16 bytes each, every byte once,
// nothing kept in a cache.
void Emulation::count_copy(const Footprint& footprint, std::uintptr_t pc) {
  if (!options_.count_traffic || options_.data_path == DataPath::anywhere) return;
  constexpr std::uint8_t lane_bytes = 16;
  const auto pieces = [](std::uintptr_t bytes, std::uintptr_t size) { return (bytes + size - 1) / size; };
  const std::uintptr_t sector = options_.device.sector_bytes;
  for (const Access access : {Access::load, Access::store}) {
    SiteTraffic& traffic = sites_.find(pc, access, Kind::global, false, lane_bytes).traffic;
    std::uintptr_t sectors = 0;
    for (const ByteSet::Range& range : (access == Access::load ? footprint.loads : footprint.stores).ranges()) {
      const std::uintptr_t bytes = range.end - range.begin;
      traffic.requests += static_cast<std::int64_t>(pieces(bytes, std::uintptr_t{32} * lane_bytes));
      traffic.ideal_sectors += static_cast<std::int64_t>(pieces(bytes, sector));
      sectors += pieces(range.end, sector) - range.begin / sector;
    }
    traffic.sectors += static_cast<std::int64_t>(sectors);
    if (!options_.model_caches) continue;
    (access == Access::load ? traffic.levels.dram_read : traffic.levels.dram_written) +=
        static_cast<std::int64_t>(sectors * sector);
  }
}

cudaError_t Emulation::fill(void* to, int value, std::size_t bytes, std::uintptr_t pc) {
  if (errors_.is_fatal()) return errors_.last();
  if (bytes == 0) return cudaSuccess;
  if (!checks_.bounds.may_write(to, bytes, pc)) {
    return leave(cudaErrorInvalidValue, why_not_copied(to, bytes, /*is_device=*/true, /*is_target=*/true));
  }
  std::memset(to, value, bytes);
  mark_written(to, bytes);
  return cudaSuccess;
}

cudaError_t Emulation::allow_dynamic_shared(const void* kernel, int bytes) {
  if (errors_.is_fatal()) return errors_.last();
  const std::size_t most = std::min(options_.device.most_shared_bytes_per_block(), sizeof simt_dynamic_shared_memory);
  if (bytes < 0 || static_cast<std::size_t>(bytes) > most) return leave(cudaErrorInvalidValue);
  if (kernel == nullptr) return leave(cudaErrorInvalidDeviceFunction);
  dynamic_limits_[kernel] = static_cast<std::size_t>(bytes);
  return cudaSuccess;
}

cudaError_t Emulation::map_host(void* pointer, std::size_t bytes, Owner owner) {
  if (errors_.is_fatal()) return errors_.last();
  const auto base = reinterpret_cast<std::uintptr_t>(pointer);
  if (bytes > -base) return leave(cudaErrorInvalidValue);
  if (pinned_pieces_ >= Allocations::most_pieces) return leave(cudaErrorMemoryAllocation);
  cudaError_t error = cudaSuccess;
  memory_.addresses().each_within(base, base + bytes, [&](const Segment& segment) {
    if (segment.kind == Kind::literal) return;
    error = is_of_host(segment) ? cudaErrorHostMemoryAlreadyRegistered : cudaErrorInvalidValue;
  });
  if (error != cudaSuccess) return leave(error);
  note_mapped(memory_.addresses().add({base, bytes, Kind::global, true, owner, "pinned host memory"}),
              checks::Content::written);
  ++pinned_pieces_;
  if (options_.device.pin_bytes_per_second > 0) {
    streams_.hold_host(static_cast<double>(bytes) / options_.device.pin_bytes_per_second);
  }
  return cudaSuccess;
}

bool Emulation::unmap_host(void* pointer, Owner owner) {
  const auto base = reinterpret_cast<std::uintptr_t>(pointer);
  if (memory_.addresses().find_start(base, owner) == nullptr) return false;
  unmap(base, owner);
  --pinned_pieces_;
  return true;
}

void Emulation::mark_written(const void* to, std::size_t bytes) {
  checks_.each([to, bytes](auto& check) { check.host_wrote(reinterpret_cast<std::uintptr_t>(to), bytes); });
}

void Emulation::note_copied(const void* to, const void* from, std::size_t bytes, bool is_by_host) {
  const auto number = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  checks_.origins.on_copy(number(to), number(from), bytes);
  if (is_by_host) checks_.origins.on_host_store(number(to), bytes);
}

cudaError_t Emulation::give_address(const void* symbol) {
  return memory_.give_address(symbol) ? cudaSuccess : leave(cudaErrorInvalidSymbol);
}

}  // namespace simt::core

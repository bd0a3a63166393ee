#include "simt/core/reporter.hpp"

#include <execinfo.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include "simt/core/access/library.hpp"
#include "simt/core/access/sites.hpp"
#include "simt/core/host_api/device_memory.hpp"
#include "simt/core/threads/numbers.hpp"

namespace simt::core {
namespace {

// Farther than this from any allocation, an address is not a wrong index into it.
constexpr std::int64_t near_bytes = std::int64_t{256} << 20;

// No memory of a process is below this address (Linux, vm.mmap_min_addr): it comes from a null pointer.
constexpr std::uintptr_t null_page_bytes = 4096;

}  // namespace

// A launch through an address spells all its arguments; the kernel is the first. A comma may be among its template
// arguments.
std::string_view Reporter::kernel_name(const Kernel& kernel) {
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

std::uintptr_t Reporter::calling_instruction() const {
  std::array<void*, 32> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (void* const frame : std::span(frames).first(static_cast<std::size_t>(count))) {
    if (library_at(frame) == library_base_) return reinterpret_cast<std::uintptr_t>(frame);
  }
  return 0;
}

FindingRecord Reporter::describe(FindingKind kind, std::uintptr_t pc) const {
  FindingRecord finding;
  finding.kind = kind;
  finding.pc = library_offset(pc);
  finding.block = to_index(simt_thread.block);
  finding.thread = to_index(simt_thread.thread);
  finding.launch = launches_.running();
  if (kernel_ != nullptr) copy_text(finding.kernel, kernel_name(*kernel_));
  if (shape_ != nullptr) {
    finding.launch_pc = library_offset(launch_pc_);
    finding.launch_grid = to_index(shape_->grid);
    finding.launch_block = to_index(shape_->block);
  }
  return finding;
}

FindingRecord Reporter::describe_refusal(FindingKind kind, const Refusal& refusal, std::uintptr_t pc) const {
  FindingRecord finding = describe(kind, pc);
  finding.detail = refusal.detail;
  std::copy(refusal.numbers.begin(), refusal.numbers.end(), finding.numbers);
  return finding;
}

FindingRecord Reporter::describe_access(FindingKind kind, Access access, std::uint8_t bytes, std::uintptr_t address,
                                        std::uintptr_t pc, const Segment* before) const {
  FindingRecord finding = describe(kind, pc);
  finding.access = access;
  finding.bytes = bytes;
  if (kind == FindingKind::use_after_free) {
    finding.memory = Memory::freed;
  } else if (const Segment* const segment = memory_.find_object(address, bytes); segment != nullptr) {
    name_segment(finding, *segment, address, variable_of(*segment, address));
  } else {
    name_outside(finding, address, bytes, before);
  }
  return finding;
}

void Reporter::name_segment(FindingRecord& finding, const Segment& segment, std::uintptr_t address,
                            const LibraryVariable* variable) const {
  finding.space = to_space(segment.kind);
  finding.segment_bytes = static_cast<std::int64_t>(segment.bytes);
  finding.offset = static_cast<std::int64_t>(address - segment.base);
  finding.memory = variable != nullptr                     ? Memory::variable
                   : &segment == &memory_.dynamic_shared() ? Memory::dynamic_shared
                                                           : Memory::segment;
  copy_text(finding.name, variable != nullptr ? variable->name : segment.name);
}

const LibraryVariable* Reporter::variable_of(const Segment& segment, std::uintptr_t near) const {
  if (segment.owner != Owner::library || segment.kind == Kind::shared) return nullptr;
  return memory_.variable_at(segment.contains(near, 1) ? near : segment.base);
}

// An address in no segment: what it is, or which segment it is near. An instruction that has used shared memory means
// that again: behind it are other variables, of the device and of the host.
void Reporter::name_outside(FindingRecord& finding, std::uintptr_t address, std::uint8_t bytes,
                            const Segment* before) const {
  const Segment& dynamic = memory_.dynamic_shared();
  const bool is_dynamic = address - dynamic.base < sizeof simt_dynamic_shared_memory;
  const bool is_shared = before != nullptr && before->kind == Kind::shared;
  if (!is_dynamic && !is_shared && name_host_memory(finding, address, bytes)) return;
  const Segment* const segment = is_dynamic ? &dynamic
                                 : is_shared && !memory_.static_shared().contains(address, 1)
                                     ? before
                                     : memory_.nearest_object(address);
  const std::int64_t distance = segment == nullptr ? near_bytes : distance_outside(*segment, address, bytes);
  if (address < null_page_bytes) {
    finding.memory = Memory::null_pointer;
  } else if (std::abs(distance) >= near_bytes) {
    finding.memory = Memory::unknown;
  } else {
    finding.distance = distance;
    name_segment(finding, *segment, address, variable_of(*segment, address));
  }
}

// Names the host's memory at an address that no kernel may use. False where nothing of the host is there, and where
// memory of the device is so close that the address is rather a wrong index into it. Behind the library's shared
// variables are the host's, and among these some of the compiler's own, which no source names.
bool Reporter::name_host_memory(FindingRecord& finding, std::uintptr_t address, std::uint8_t bytes) const {
  constexpr std::int64_t near_shared_bytes = 256 << 10;
  if (memory_.is_host_variable(address)) {
    const LibraryVariable* const variable = memory_.variable_at(address);
    if (variable == nullptr || !variable->is_in_source() || !variable->contains(address, bytes)) return false;
    finding.memory = Memory::host_variable;
    copy_text(finding.name, variable->name);
    return true;
  }
  const Segment* const shared = memory_.shared_variables().nearest(address);
  if (shared != nullptr && std::abs(distance_outside(*shared, address, 1)) < near_shared_bytes) return false;
  const Segment* const nearest = memory_.addresses().nearest(address);
  if (nearest != nullptr && is_wrong_index(*nearest, address)) return false;
  const HostMemory memory = find_host_memory(address);
  if (memory == HostMemory::none) return false;
  finding.memory = memory == HostMemory::stack ? Memory::host_local : Memory::host;
  return true;
}

// Device memory has a range of addresses of its own, and around it there is no memory of the host. What is part of the
// host's memory has neighbours there: the variables of a library, though not in the same library, and registered
// memory.
bool Reporter::is_wrong_index(const Segment& segment, std::uintptr_t address) const {
  constexpr std::int64_t page_bytes = 4096;
  if (segment.owner != Owner::library && segment.owner != Owner::managed) {
    return std::abs(distance_outside(segment, address, 1)) <
           (segment.owner == Owner::registered ? page_bytes : near_bytes);
  }
  return library_at(reinterpret_cast<const void*>(address)) == library_base_;
}

}  // namespace simt::core

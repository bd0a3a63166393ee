#include "simt/core/access/memory_map.hpp"

#include <algorithm>
#include <utility>

#include "simt/include/simt/thread.h"

// The dynamic shared memory of the running block; student code reads it directly.
alignas(1024) unsigned char simt_dynamic_shared_memory[sizeof simt_dynamic_shared_memory];

namespace simt::core {

MemoryMap::MemoryMap(std::span<const Allocation> lent, std::uintptr_t library_base, std::span<const std::byte> stacks) {
  const auto address = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  for (const Allocation& one : lent) {
    map_.add({address(one.base), one.bytes, Kind::global, one.writable, Owner::grader, one.name, one.has_values});
  }
  map_.add({address(stacks.data()), stacks.size(), Kind::local, true, Owner::emulator, "the stacks"});
  dynamic_shared_ =
      &map_.add({address(simt_dynamic_shared_memory), 0, Kind::shared, true, Owner::emulator, "dynamic shared memory"});
  LibraryMemory library = find_library_memory(library_base);
  variables_ = find_library_variables(library_base);
  host_variables_ = std::move(library.host);
  static_shared_ = map_.add(std::move(library.shared));
  shared_variables_.emplace(variables_, static_shared_);
  std::vector<Segment> sections = std::move(library.other);
  sections.insert(sections.begin(), {library.constant, library.device, library.managed});
  for (const Segment& section : sections) {
    for (Segment& segment : segments_of(section, variables_)) map_.add(std::move(segment));
  }
}

const Segment* MemoryMap::find_object(std::uintptr_t address, std::size_t bytes) const {
  if (static_shared_.contains(address, bytes)) return shared_variables_->find(address, bytes);
  return map_.find(address, bytes);
}

const Segment* MemoryMap::nearest_object(std::uintptr_t address) const {
  const Segment* const nearest = static_shared_.contains(address, 1) ? &static_shared_ : map_.nearest(address);
  const bool is_shared = nearest != nullptr && nearest->base == static_shared_.base;
  return is_shared ? shared_variables_->nearest(address) : nearest;
}

const LibraryVariable* MemoryMap::variable_at(std::uintptr_t address) const {
  const auto found = std::find_if(variables_.begin(), variables_.end(),
                                  [address](const LibraryVariable& variable) { return variable.contains(address, 1); });
  return found == variables_.end() ? nullptr : &*found;
}

bool MemoryMap::is_host_variable(std::uintptr_t address) const {
  return std::any_of(host_variables_.begin(), host_variables_.end(),
                     [address](const Segment& segment) { return segment.contains(address, 1); });
}

bool MemoryMap::is_in(Kind kind, const void* address) const {
  const Segment* const segment = map_.find(reinterpret_cast<std::uintptr_t>(address), 1);
  return segment != nullptr && segment->kind == kind;
}

const Segment* MemoryMap::find_global(const void* address, std::size_t bytes) const {
  const Segment* const segment = map_.find(reinterpret_cast<std::uintptr_t>(address), bytes);
  return segment != nullptr && segment->kind == Kind::global ? segment : nullptr;
}

const Segment* MemoryMap::find_for_kernels(const void* address, std::size_t bytes) const {
  const Segment* const segment = map_.find(reinterpret_cast<std::uintptr_t>(address), bytes);
  const bool is_there = segment != nullptr && (segment->kind == Kind::global || segment->kind == Kind::constant);
  return is_there ? segment : nullptr;
}

// Of variables only those whose address cudaGetSymbolAddress gave; by its name, the host means another one of its own.
const Segment* MemoryMap::find_for_copy(const void* address, std::size_t bytes) const {
  const bool is_by_name = is_for_kernels_only(reinterpret_cast<std::uintptr_t>(address)) && !is_allocated(address);
  return is_by_name ? nullptr : find_for_kernels(address, bytes);
}

// A constant that is const, too, has its value on the host as well.
bool MemoryMap::is_for_kernels_only(std::uintptr_t address) const {
  const Segment* const segment = find_for_kernels(reinterpret_cast<const void*>(address));
  return segment != nullptr && segment->owner == Owner::library && segment->is_writable;
}

bool MemoryMap::is_symbol(const void* address) const {
  const Segment* const segment = find_for_kernels(address);
  return segment != nullptr && (segment->owner == Owner::managed || segment->owner == Owner::library);
}

bool MemoryMap::is_writable(const void* address) const {
  const Segment* const segment = find_for_kernels(address);
  return segment != nullptr && segment->is_writable;
}

bool MemoryMap::is_allocated(const void* address) const {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (is_for_kernels_only(number)) {
    const LibraryVariable* const variable = variable_at(number);
    return given_addresses_.count(variable == nullptr ? number : variable->base) != 0;
  }
  const Segment* const segment = find_global(address, 1);
  return segment != nullptr &&
         (segment->owner == Owner::grader || segment->owner == Owner::student || segment->owner == Owner::heap);
}

bool MemoryMap::is_host_mapped(const void* address) const {
  const Segment* const segment = find_global(address, 1);
  return segment != nullptr && is_of_host(*segment);
}

bool MemoryMap::give_address(const void* symbol) {
  if (!is_symbol(symbol)) return false;
  const auto number = reinterpret_cast<std::uintptr_t>(symbol);
  const LibraryVariable* const variable = variable_at(number);
  given_addresses_.insert(variable == nullptr ? number : variable->base);
  return true;
}

}  // namespace simt::core

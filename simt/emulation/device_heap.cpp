// What the C library's functions mean in kernels: malloc, free, new and delete use the device's heap, clock() counts
// the emulator's steps. The linker sends student code's calls here (link_flags in compile.cpp); in host code they are
// the library's own.
#include <malloc.h>

#include <cstdlib>
#include <ctime>
#include <new>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

void* allocate_in_kernel(std::size_t bytes, std::uintptr_t pc) { return in_kernel->heap_allocate(bytes, pc); }

void free_in_kernel(void* pointer, std::uintptr_t pc) {
  if (pointer != nullptr) in_kernel->heap_free(pointer, pc);
}

/// The host's heap writes into what it gets back.
void note_freed(void* pointer, std::uintptr_t pc) {
  if (pointer != nullptr) note(Access::store, pointer, 1, pc);
}

}  // namespace

extern "C" {

void __trap() {
  if (in_kernel != nullptr) in_kernel->trap(cudaErrorLaunchFailure, SIMT_PC);
  std::abort();
}

int simt_is_in_kernel() { return in_kernel != nullptr ? 1 : 0; }

std::clock_t __wrap_clock() {
  return in_kernel != nullptr ? static_cast<std::clock_t>(in_kernel->clock()) : std::clock();
}

void* __wrap_malloc(std::size_t bytes) {
  return in_kernel != nullptr ? allocate_in_kernel(bytes, SIMT_PC) : std::malloc(bytes);
}
void __wrap_free(void* pointer) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  std::free(pointer);
}
// What lay there is moved, and host code finds it at the new place.
void* __wrap_realloc(void* pointer, std::size_t bytes) {
  note_freed(pointer, SIMT_PC);
  note(Access::load, pointer, malloc_usable_size(pointer), SIMT_PC);
  return std::realloc(pointer, bytes);
}

// new and new[]; CUDA returns null where the heap is used up.
void* __wrap__Znwm(std::size_t bytes) {
  return in_kernel != nullptr ? allocate_in_kernel(bytes, SIMT_PC) : ::operator new(bytes);
}
void* __wrap__Znam(std::size_t bytes) {
  return in_kernel != nullptr ? allocate_in_kernel(bytes, SIMT_PC) : ::operator new[](bytes);
}
// delete and delete[], with and without the size.
void __wrap__ZdlPv(void* pointer) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete(pointer);
}
void __wrap__ZdaPv(void* pointer) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete[](pointer);
}
void __wrap__ZdlPvm(void* pointer, std::size_t) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete(pointer);
}
void __wrap__ZdaPvm(void* pointer, std::size_t) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete[](pointer);
}
// Of types with an alignment of their own. The device's memory has every alignment that a type may have there.
void* __wrap__ZnwmSt11align_val_t(std::size_t bytes, std::align_val_t alignment) {
  return in_kernel != nullptr ? allocate_in_kernel(bytes, SIMT_PC) : ::operator new(bytes, alignment);
}
void* __wrap__ZnamSt11align_val_t(std::size_t bytes, std::align_val_t alignment) {
  return in_kernel != nullptr ? allocate_in_kernel(bytes, SIMT_PC) : ::operator new[](bytes, alignment);
}
void __wrap__ZdlPvSt11align_val_t(void* pointer, std::align_val_t alignment) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete(pointer, alignment);
}
void __wrap__ZdaPvSt11align_val_t(void* pointer, std::align_val_t alignment) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete[](pointer, alignment);
}
void __wrap__ZdlPvmSt11align_val_t(void* pointer, std::size_t, std::align_val_t alignment) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete(pointer, alignment);
}
void __wrap__ZdaPvmSt11align_val_t(void* pointer, std::size_t, std::align_val_t alignment) {
  if (in_kernel != nullptr) return free_in_kernel(pointer, SIMT_PC);
  note_freed(pointer, SIMT_PC);
  ::operator delete[](pointer, alignment);
}
// new with nothrow is of the host alone.
void __wrap__ZdlPvRKSt9nothrow_t(void* pointer, const std::nothrow_t&) {
  note_freed(pointer, SIMT_PC);
  ::operator delete(pointer);
}

}  // extern "C"

// The memory belongs to no host call: cudaFree and copies by the host refuse it.
void* Emulation::heap_allocate(std::size_t bytes, std::uintptr_t pc) {
  charge(work_of_an_allocation);
  const std::size_t most = objects_.limits[cudaLimitMallocHeapSize];
  if (bytes == 0 || bytes > most - std::min(most, heap_bytes_)) return nullptr;
  void* const start =
      allocations_.allocate(bytes, Owner::heap, "malloc(" + std::to_string(bytes) + ") in a kernel", pc);
  if (start == nullptr) return nullptr;
  heap_bytes_ += bytes;
  note_mapped(map_allocation(start), checks::Content::unwritten);
  return start;
}

void Emulation::heap_free(void* pointer, std::uintptr_t pc) {
  charge(work_of_an_allocation);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (const Segment* const segment = memory_.addresses().find_start(address, Owner::heap); segment != nullptr) {
    heap_bytes_ -= std::min(heap_bytes_, segment->bytes);
    allocations_.release(pointer);
    unmap(address, Owner::heap);
    return sites_.forget_segments();
  }
  const bool is_freed = allocations_.was_freed(address);
  die(reporter_.describe_access(is_freed ? FindingKind::use_after_free : FindingKind::out_of_bounds, Access::store, 1,
                                address, pc),
      cudaErrorIllegalAddress);
}

void Emulation::trap(cudaError_t error, std::uintptr_t pc, std::string_view expression) {
  FindingRecord finding = reporter_.describe(FindingKind::trapped, pc);
  copy_text(finding.name, expression);
  die(finding, error);
}

}  // namespace simt::core

// Makes records of what went wrong: where, by which thread, in which memory.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "simt/core/access/memory_map.hpp"
#include "simt/core/findings.hpp"
#include "simt/core/launches.hpp"
#include "simt/evidence.hpp"
#include "simt/include/simt/thread.h"

namespace simt::core {

/// Why something is not done: FindingRecord's `detail` and `numbers`.
struct Refusal {
  Detail detail = Detail::none;
  std::array<std::int64_t, 3> numbers{};
};

/// Copies as much as fits, and ends it with a 0.
template <std::size_t size>
void copy_text(char (&to)[size], std::string_view text) {
  to[text.copy(to, size - 1)] = '\0';
}

class Reporter {
 public:
  Reporter(const MemoryMap& memory, const Launches& launches, std::uintptr_t library_base)
      : memory_(memory), launches_(launches), library_base_(library_base) {}

  /// The kernel that runs, or is about to; null when none does.
  void set_kernel(const Kernel* kernel, std::uintptr_t pc = 0, const LaunchShape* shape = nullptr) {
    kernel_ = kernel;
    launch_pc_ = pc;
    shape_ = shape;
  }
  static std::string_view kernel_name(const Kernel& kernel);

  /// A finding at `pc`, the instruction after a call, by the running thread.
  FindingRecord describe(FindingKind kind, std::uintptr_t pc) const;
  FindingRecord describe_refusal(FindingKind kind, const Refusal& refusal, std::uintptr_t pc) const;
  /// The same with the memory at [address, address + bytes). `before` is what the instruction used before, where that
  /// is known: of a wrong index, the address alone may not tell which array was meant.
  FindingRecord describe_access(FindingKind kind, Access access, std::uint8_t bytes, std::uintptr_t address,
                                std::uintptr_t pc, const Segment* before = nullptr) const;
  void report(const FindingRecord& finding) { findings_.add(finding); }
  /// Gives a finding that was reported its `detail`.
  void explain(const FindingRecord& finding, Detail detail) { findings_.explain(finding, detail); }

  const Findings& findings() const { return findings_; }
  /// A program counter as records have it: within the call's instruction, since the one after it may be on another
  /// line.
  std::uint64_t library_offset(std::uintptr_t pc) const { return pc == 0 ? 0 : pc - 1 - library_base_; }
  std::uintptr_t library_base() const { return library_base_; }
  /// The instruction of student code after the call that led here; 0 when there is none.
  std::uintptr_t calling_instruction() const;

 private:
  void name_segment(FindingRecord& finding, const Segment& segment, std::uintptr_t address,
                    const LibraryVariable* variable) const;
  /// The variable of the library that `segment` is, or that is at `near` in it; null where it is none.
  const LibraryVariable* variable_of(const Segment& segment, std::uintptr_t near) const;
  void name_outside(FindingRecord& finding, std::uintptr_t address, std::uint8_t bytes, const Segment* before) const;
  bool name_host_memory(FindingRecord& finding, std::uintptr_t address, std::uint8_t bytes) const;
  bool is_wrong_index(const Segment& segment, std::uintptr_t address) const;

  const MemoryMap& memory_;
  const Launches& launches_;
  std::uintptr_t library_base_;
  const Kernel* kernel_ = nullptr;
  std::uintptr_t launch_pc_ = 0;
  const LaunchShape* shape_ = nullptr;
  Findings findings_;
};

}  // namespace simt::core

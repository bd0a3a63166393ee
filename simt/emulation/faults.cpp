// Signals that the code of a kernel causes although no access of it goes wrong: a division that has no result, a call
// of an address where no function is, a stack that is used up.
#include <dlfcn.h>
#include <link.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include "simt/emulation/api.hpp"
#include "simt/emulator.hpp"

namespace simt::core {
namespace {

// The thread's own stack may be the one that is used up. No function returns on this one, so it is always free.
constexpr std::size_t bytes_for_the_end = 256 << 10;
alignas(16) std::array<char, bytes_for_the_end> stack_for_the_end;

struct Range {
  std::uintptr_t begin = 0, end = 0;
  bool has(std::uintptr_t address) const { return address >= begin && address < end; }
};

// The instructions of the object that is loaded at `base`.
Range code_of(std::uintptr_t base) {
  struct Search {
    std::uintptr_t base;
    Range code;
  } search{base, {}};
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    Search& wanted = *static_cast<Search*>(data);
    if (info->dlpi_addr != wanted.base) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& part = info->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      wanted.code.begin = wanted.base + part.p_vaddr;
      wanted.code.end = wanted.code.begin + part.p_memsz;
    }
    return 1;
  };
  dl_iterate_phdr(look, &search);
  return search.code;
}

// The object in which an address lies; none has the value 0.
std::uintptr_t object_of(std::uintptr_t address) {
  dl_find_object found{};
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return 0;
  return reinterpret_cast<std::uintptr_t>(found.dlfo_map_start);
}

// Where calls of the library go on, as far as the stack holds them from `stack_pointer` on: of the innermost ones the
// one that is there most often, which is the call of a function that calls itself. 0 where there is none.
std::uintptr_t most_frequent_call(std::uintptr_t stack_pointer, const Range& stack, const Range& library) {
  constexpr std::uintptr_t word = sizeof(std::uintptr_t);
  struct Call {
    std::uintptr_t pc = 0;
    int count = 0;
  };
  std::array<Call, 16> calls{};
  for (std::uintptr_t at = std::max(stack_pointer, stack.begin) / word * word; stack.has(at); at += word) {
    const auto value = *reinterpret_cast<const std::uintptr_t*>(at);
    if (!library.has(value)) continue;
    const auto same =
        std::find_if(calls.begin(), calls.end(), [&](const Call& call) { return call.count == 0 || call.pc == value; });
    if (same != calls.end()) *same = {value, same->count + 1};
  }
  const auto is_rarer = [](const Call& a, const Call& b) { return a.count < b.count; };
  return std::max_element(calls.begin(), calls.end(), is_rarer)->pc;
}

struct Fault {
  Detail what = Detail::none;  ///< none: it is not the kernel's
  std::uintptr_t pc = 0;       ///< as that of a call: behind the instruction
};

Fault fault_of(const siginfo_t& info, std::uintptr_t at, std::uintptr_t stack_pointer) {
  if (info.si_code <= 0) return {};  // a process has sent it
  const Range library = code_of(in_kernel->library_base());
  const Range stack{in_kernel->thread_stack(), in_kernel->thread_stack() + Fibers::stack_bytes};
  constexpr std::uintptr_t frame = 256;  // of a function that found no room: some of it may be used already
  if (info.si_signo == SIGSEGV && stack_pointer < stack.begin + frame) {
    return {Detail::stack_overflow, most_frequent_call(stack_pointer, stack, library)};
  }
  const bool is_division = info.si_signo == SIGFPE && info.si_code == FPE_INTDIV;
  if (library.has(at)) return {is_division ? Detail::division : Detail::crash, at + 1};
  const bool is_no_code = object_of(at) == 0 || object_of(at) == in_kernel->library_base();
  if (is_no_code && stack.has(stack_pointer)) {
    const auto caller = *reinterpret_cast<const std::uintptr_t*>(stack_pointer);
    return {Detail::no_function, library.has(caller) ? caller : 0};
  }
  return {};
}

[[noreturn]] void end_kernel(Detail what, int signal, std::uintptr_t pc) { in_kernel->end_at_fault(what, signal, pc); }

}  // namespace

void Emulation::end_at_fault(Detail what, int signal, std::uintptr_t pc) {
  FindingRecord finding = reporter_.describe(FindingKind::trapped, pc != 0 ? pc : launch_pc_);
  finding.detail = what;
  finding.numbers[0] = signal;
  die(finding, cudaErrorLaunchFailure);
}

}  // namespace simt::core

namespace simt {

bool end_kernel_at_fault(const siginfo_t& info, void* context) {
  if (core::in_kernel == nullptr) return false;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto at = static_cast<std::uintptr_t>(registers[REG_RIP]);
  const core::Fault fault = core::fault_of(info, at, static_cast<std::uintptr_t>(registers[REG_RSP]));
  if (fault.what == Detail::none) return false;
  // As if the code had called this function, on another stack.
  registers[REG_RIP] = reinterpret_cast<greg_t>(&core::end_kernel);
  registers[REG_RDI] = static_cast<greg_t>(fault.what);
  registers[REG_RSI] = info.si_signo;
  registers[REG_RDX] = static_cast<greg_t>(fault.pc);
  const auto top = reinterpret_cast<std::uintptr_t>(core::stack_for_the_end.data()) + core::bytes_for_the_end;
  registers[REG_RSP] = static_cast<greg_t>(top - sizeof(std::uintptr_t));  // where its return address would be
  return true;
}

}  // namespace simt

// What happens when student code has done as much as it may.
#include "simt/core/work_limit.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include "simt/emulation/emulation.hpp"

std::int64_t simt_work_left = std::numeric_limits<std::int64_t>::max();

namespace simt {
namespace core {
namespace {

WorkLimit limit;
// Host code may start threads. The run belongs to the one that began it.
thread_local bool is_thread_of_the_run = false;

/// The finding for host code at `pc`, the instruction after a call, in the library that it is in.
FindingRecord describe_host_code(std::uintptr_t pc, FindingKind kind, Detail why) {
  FindingRecord finding;
  finding.kind = kind;
  finding.detail = why;
  finding.numbers[0] = limit.units;
  Dl_info found{};
  if (dladdr(reinterpret_cast<void*>(pc - 1), &found) == 0) return finding;
  finding.pc = pc - 1 - reinterpret_cast<std::uintptr_t>(found.dli_fbase);
  if (found.dli_sname == nullptr) return finding;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(found.dli_sname, nullptr, nullptr, &status),
                                                        std::free);
  const std::string name = status == 0 ? readable.get() : found.dli_sname;
  copy_text(finding.name, name.substr(0, name.find('(')));
  return finding;
}

}  // namespace

std::int64_t work_limit() { return limit.units; }
void refill_work() { simt_work_left = limit.units; }
void refill_work_for_the_end() { simt_work_left = limit.units / share_for_the_end; }

void stop_student_code(std::uintptr_t pc, Detail why) {
  if (in_kernel != nullptr && is_thread_of_the_run) in_kernel->stop_for_work(pc, why);
  if (limit.stop_host_code == nullptr) return refill_work();  // nothing limits it
  refill_work_for_the_end();
  limit.stop_host_code(describe_host_code(pc, FindingKind::out_of_work, why), is_thread_of_the_run);
}

// It is ended at once: the function could end the process, or speak for it.
void stop_unnamed_call(std::uintptr_t pc) {
  if (limit.stop_host_code == nullptr) return;
  const FindingRecord finding = describe_host_code(pc, FindingKind::unsupported, Detail::call_elsewhere);
  limit.stop_host_code(finding, is_thread_of_the_run);
}

void Emulation::stop_for_work(std::uintptr_t pc, Detail why) {
  if (stuck_threads_ != 0) {  // the others may wait for what a stopped thread would have done
    refill_work_for_the_end();
    block_.kill();
  }
  if (why == Detail::none && grid_ != nullptr && grid_->is_likely_deadlocked()) {
    refill_work_for_the_end();
    checks_.barrier.report_deadlock(*grid_, pc != 0 ? pc : launch_pc_);
    errors_.leave_fatal(cudaErrorLaunchTimeout);
    block_.kill();
  }
  FindingRecord finding = reporter_.describe(FindingKind::out_of_work, pc != 0 ? pc : launch_pc_);
  finding.detail = why;
  finding.numbers[0] = work_limit();
  refill_work_for_the_end();
  die(finding, cudaErrorLaunchTimeout);
}

}  // namespace core

void limit_work(const WorkLimit& limit) {
  core::limit = limit;
  core::is_thread_of_the_run = true;
  core::refill_work();
}

std::int64_t work_done() { return core::limit.units - simt_work_left; }

}  // namespace simt

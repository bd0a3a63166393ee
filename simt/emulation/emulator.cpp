// The runner's side of the emulator (emulator.hpp).
#include "simt/emulator.hpp"

#include <memory>

#include "simt/core/work_limit.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt {
namespace {

// CUDA API calls of student code do not name a run: there is one run at a time.
std::unique_ptr<core::Emulation> the_run;
int variant = 0;  // of that run

}  // namespace

bool core::is_away = false;
core::Emulation* core::current() { return is_away ? nullptr : the_run.get(); }

void begin_run(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options) {
  core::refill_work();
  variant = options.variant;
  auto run = std::make_unique<core::Emulation>(lent, library_base, options);
  if (the_run) run->adopt_allocations(*the_run);
  the_run = std::move(run);
}

void begin_time() {
  if (the_run) the_run->streams().begin_time();
}

void check_is_over(std::span<const std::span<const std::byte>> read_next, int returned) {
  if (the_run) the_run->check_is_over(read_next, static_cast<cudaError_t>(returned));
}

Evidence finish_run() { return the_run ? the_run->finish() : Evidence{}; }

void forget_other_orders() {
  if (the_run) the_run->other_orders().forget();
}

bool is_in_kernel() { return core::in_kernel != nullptr; }

std::uintptr_t thread_stack() { return core::in_kernel->thread_stack(); }

int last_error() { return the_run ? the_run->last_error() : cudaSuccess; }

const char* last_error_name() { return cudaGetErrorName(static_cast<cudaError_t>(last_error())); }

}  // namespace simt

// Called by libraries with variants (translate/variants.cpp).
extern "C" int simt_variant();
int simt_variant() { return simt::variant; }

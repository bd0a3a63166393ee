// A CUDA thread in the emulator: its indices, its launch, its block's shared memory. Included by student code (clang)
// and by the emulator's core.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The instrumentation ignores accesses through another address space. On the supported CPUs it is the same flat
// memory.
#if defined(__clang__) && !defined(__CUDA__)
#define SIMT_UNSEEN __attribute__((address_space(1)))
#else
#define SIMT_UNSEEN
#endif

// What __CUDA_ARCH__ is in device code: the translator defines it there. The compiler's caller says it.
#ifndef SIMT_CUDA_ARCH
#define SIMT_CUDA_ARCH 900
#endif

struct cudaAccessPolicyWindow;

namespace simt {

struct Indices {
  unsigned x, y, z;
};

/// The threads between which an access is atomic, or a fence has its effect.
enum Scope { scope_block, scope_device };

/// How the hardware carries out an atomic update of shared memory.
enum Update {
  update_unknown,   ///< as a loop of several instructions, or it is not known
  update_in_place,  ///< one instruction (ATOMS)
  update_by_one,    ///< one instruction that counts the lanes of a word (ATOMS.POPC.INC)
  update_compared,  ///< one instruction that compares first (ATOMS.CAS)
};

/// When nvcc lets the lanes of a warp combine their values before an atomic update, so that one lane updates for all:
/// where all lanes have the same address by construction, and as said here.
enum Combination {
  never_combined,
  combined_always,      ///< sums of 4 bytes
  combined_if_unused,   ///< where the result is not used: other arithmetic of 4 bytes
  combined_if_uniform,  ///< where all lanes add the same value by construction: sums of 8 bytes
  combined,             ///< all of that is true (simt/instrument/updates.hpp)
};

/// The built-in variables of the running thread.
struct ThreadContext {
  Indices thread, block, block_dim, grid_dim;
};

/// One kernel with its arguments, ready to be called once per thread.
struct Kernel {
  const char* name;                                    ///< as spelled in the launch, "transpose_kernel<32>"
  void (*run_thread)(const SIMT_UNSEEN Kernel* self);  ///< runs one thread from start to exit
  const void* callable;                                ///< calls the student's kernel
  size_t callable_bytes;
  const SIMT_UNSEEN void* const SIMT_UNSEEN* arguments;  ///< one address per parameter
  bool name_has_arguments = false;                       ///< `name` continues after a comma with a call's arguments
  const void* function = nullptr;                        ///< as simt_kernel_of gives it
};

/// <<<grid, block, shared_bytes, stream>>>
struct LaunchShape {
  Indices grid, block;
  size_t shared_bytes;
  void* stream;
  bool is_cooperative = false;
  const cudaAccessPolicyWindow* window = nullptr;  ///< of this launch; null: the stream's
};

}  // namespace simt

extern "C" {

#ifdef __CUDA__
extern __attribute__((device)) simt::ThreadContext simt_thread;
#else
extern SIMT_UNSEEN simt::ThreadContext simt_thread;
#endif

// Host code reads a launch's argument.
void simt_read_argument(const void* argument, unsigned long long bytes);
void simt_launch(const simt::LaunchShape* shape, const simt::Kernel* kernel);
/// The kernel that `runner` calls, as far as its attributes can be set; null when that is not known.
const void* simt_kernel_of(const void* runner);
/// In every thread of a kernel: blocks of more threads than `most` are refused.
void simt_launch_bounds(unsigned most);
/// The block's dynamic shared memory, as large as on any device. The name is the one in qualifiers.h, so that both
/// declarations mean the same memory.
extern unsigned char simt_dynamic_shared_memory[256 << 10] __asm__("simt_dynamic_shared_memory");

}  // extern "C"

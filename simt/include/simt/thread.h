// What a CUDA thread is to the emulator: its indices, its barriers, its share of shared memory. Seen by student
// code (clang) and by the runtime.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Loads through an address space of their own are left alone by the instrumentation. On the CPUs we run on it
// is the same flat memory.
#ifdef __clang__
#define SIMT_UNSEEN __attribute__((address_space(1)))
#else
#define SIMT_UNSEEN
#endif

struct cudaAccessPolicyWindow;

namespace simt {

struct Indices {
  unsigned x, y, z;
};

/// Between whose threads an access is atomic, and for whom a fence counts.
enum Scope { scope_block, scope_device };

/// The thread that runs now, as its built-in variables say.
struct ThreadContext {
  Indices thread, block, block_dim, grid_dim;
};

/// One kernel with its arguments, ready to be called once per thread.
struct Kernel {
  const char* name;                                    ///< as the launch spells it, "transpose_kernel<32>"
  void (*run_thread)(const SIMT_UNSEEN Kernel* self);  ///< one thread's whole life
  const void* callable;                                ///< calls the student's kernel
  size_t callable_bytes;
  const SIMT_UNSEEN void* const SIMT_UNSEEN* arguments;  ///< one address per parameter
  bool name_has_arguments = false;                       ///< `name` goes on after a comma: a call's arguments
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

extern SIMT_UNSEEN simt::ThreadContext simt_thread;

void simt_launch(const simt::LaunchShape* shape, const simt::Kernel* kernel);
/// The block's dynamic shared memory, as much as any device has. Named as in qualifiers.h: to the compiler, both are
/// one.
extern unsigned char simt_dynamic_shared_memory[256 << 10] __asm__("simt_dynamic_shared_memory");

}  // extern "C"

// A CUDA thread in the emulator: its indices, its launch, its block's shared memory. Included by student code (clang)
// and by the emulator's core.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The instrumentation ignores accesses through another address space. On the supported CPUs it is the same flat
// memory.
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

/// The threads between which an access is atomic, or a fence has its effect.
enum Scope { scope_block, scope_device };

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
/// The block's dynamic shared memory, as large as on any device. The name is the one in qualifiers.h, so that both
/// declarations mean the same memory.
extern unsigned char simt_dynamic_shared_memory[256 << 10] __asm__("simt_dynamic_shared_memory");

}  // extern "C"

// Included before every program that ./emulate compiles: cuda_runtime.h, as nvcc does it, and the start of the run
// before the program's own global constructors, which may use the device.
#pragma once

#include "cuda_runtime.h"

/// Of emulate-runner; `address` is any address in the program.
extern "C" void simt_program_is_loaded(const void* address);

#ifndef __CUDA__
namespace simt {

// Constructors without a priority run after this one; lower numbers are the compiler's own.
__attribute__((constructor(101), used)) static void begin_program() {
  simt_program_is_loaded(reinterpret_cast<const void*>(&simt_library_sections));
}

}  // namespace simt
#endif

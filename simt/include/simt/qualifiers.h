// CUDA's declaration specifiers, expressed for the host compiler.
#pragma once

// Some headers use __device__ and similar words only if __CUDACC__ is defined. __CUDA_ARCH__ is not defined: host code
// is compiled together with the kernels and would take itself for device code.
#define __CUDACC__ 1

// Lets headers of the course find out that they are compiled for the emulator.
#define SIMT_EMULATOR 1

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))
// Empty, so that the standard library's own __attribute__((__noinline__)) still parses.
#define __noinline__

// One block runs at a time, so a block's shared variables can be static variables. A separate ELF section distinguishes
// their addresses from all others.
#define __shared__ static __attribute__((section("simt_shared")))
#define SIMT_SHARED_IN_ORDER __shared__ __attribute__((used))
// The translator adds this gap after each shared variable; an access to it is an error. Its size is a multiple of a row
// of banks, so that the variables after it stay in the same banks.
#define SIMT_SHARED_GAP(number) \
  static __attribute__((section("simt_shared"), used, aligned(1))) char simt_shared_gap_##number[512]
// For a declaration outside functions: another name for the block's dynamic shared memory.
#define SIMT_DYNAMIC_SHARED __asm__("simt_dynamic_shared_memory")
// The translator adds this to variables in global memory, because __device__ alone does not distinguish variables from
// functions.
#define SIMT_DEVICE_VARIABLE __attribute__((section("simt_device")))
#define __managed__ __attribute__((section("simt_managed")))
#define __constant__ __attribute__((section("simt_constant")))
#define SIMT_CONSTANT_READ_ONLY __attribute__((section("simt_read_only")))

// For the functions of these headers: their accesses are counted on the caller's line.
#define SIMT_ON_CALLERS_LINE __attribute__((always_inline, nodebug)) inline
